import HeraldJSON
import OpenDID_DataModel
import Testing

@Suite("Kinds of signed documents are distinguished")
struct KindTests {
    /// Kinds of one form; what tells them apart is who signs, with which keys.
    private static let families: [Set<SignedMessage>] = [
        [.deviceDIDDocument, .holderDIDDocument, .providerDIDDocument], [.didAuth, .providerDIDAuth],
        [.credential, .presentedCredential],
    ]

    private func areOfOneForm(_ one: SignedMessage, _ other: SignedMessage) -> Bool {
        Self.families.contains { $0.isSuperset(of: [one, other]) }
    }

    @Test("a document has the form of its own kind and of no other", arguments: SignedMessage.allCases)
    func form(message: SignedMessage) async throws {
        let cast = try Cast()
        let document = try await SignedSamples(cast: cast).document(message)
        for other in SignedMessage.allCases {
            let policy = VerificationPolicy(rules: [other.form])
            let report = await policy.verify(document, at: Cast.now, resolver: cast.registry)
            let fits = !report.codes.contains(.malformedDocument)
            #expect(fits == (other == message || areOfOneForm(other, message)), "as \(other): \(report.failures)")
        }
    }

    @Test(
        "a document that is offered as another kind is refused, whatever the expected signer",
        arguments: SignedMessage.allCases)
    func offered(message: SignedMessage) async throws {
        let cast = try Cast()
        let samples = SignedSamples(cast: cast)
        let document = try await samples.document(message)
        for other in SignedMessage.allCases where other != message {
            let policy = VerificationPolicy.standard(for: other, signer: samples.signer(of: message).did)
            let report = await policy.verify(document, at: Cast.now, resolver: cast.registry)
            // A credential as it was issued is one that shows all of its claims.
            #expect(report.isValid == (message == .credential && other == .presentedCredential), "as \(other)")
        }
    }

    @Test(
        "an envelope around a DID document is not accepted as wallet information, although signer, key and purpose are the same"
    )
    func walletInfo() async throws {
        let cast = try Cast()
        let envelope = try await Samples(cast: cast).signedDIDDoc.signed(by: cast.device.request("assert"))
        let policy = VerificationPolicy.standard(for: .signedWalletInfo)
        let report = try await policy.verify(envelope, at: Cast.now, resolver: cast.registry)
        #expect(report.codes == [.malformedDocument] && report.failures.map(\.place) == ["ownerDidDoc"])
    }

    @Test(
        "a trust agent's token is not accepted as an app's attestation",
        arguments: ["purpose", "walletId", "validUntil"])
    func appInfo(member: String) async throws {
        let cast = try Cast()
        var info = Samples(cast: cast).appInfo
        info.unknownMembers.members[member] = "x"
        let signed = try await info.signed(by: cast.cas.request("assert"))
        let report = try await VerificationPolicy.standard(for: .attestedAppInfo).verify(
            signed, at: Cast.now, resolver: cast.registry)
        #expect(report.codes == [.malformedDocument] && report.failures.map(\.place) == [member])
    }

    @Test(
        "unknown members are accepted, because they may come from a newer version",
        arguments: SignedMessage.allCases.filter {
            [.signedWalletInfo, .attestedAppInfo, .signedDIDDoc].contains($0)
        })
    func newer(message: SignedMessage) async throws {
        let cast = try Cast()
        let samples = Samples(cast: cast)
        let report: VerificationReport
        switch message {
        case .signedWalletInfo:
            var info = samples.walletInfo
            info.unknownMembers.members["model"] = "x"
            report = try await VerificationPolicy.standard(for: message).verify(
                info.signed(by: cast.device.request("assert")), at: Cast.now, resolver: cast.registry)
        case .attestedAppInfo:
            var info = samples.appInfo
            info.unknownMembers.members["model"] = "x"
            report = try await VerificationPolicy.standard(for: message).verify(
                info.signed(by: cast.cas.request("assert")), at: Cast.now, resolver: cast.registry)
        default:
            var envelope = try samples.signedDIDDoc
            envelope.unknownMembers.members["model"] = "x"
            report = try await VerificationPolicy.standard(for: message).verify(
                envelope.signed(by: cast.device.request("assert")), at: Cast.now, resolver: cast.registry)
        }
        #expect(report.isValid, "\(report.failures)")
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let message: SignedMessage
        let path: [String]
        let value: JSONValue?
        var testDescription: String { "\(message.rawValue) \(path.joined(separator: "."))" }
    }

    static let faults: [Fault] = [
        Fault(message: .didAuth, path: ["authNonce"], value: "mAA"),
        Fault(message: .didAuth, path: ["authNonce"], value: 5),
        Fault(message: .reqEcdh, path: ["clientNonce"], value: "x"),
        Fault(message: .reqEcdh, path: ["publicKey"], value: "mAA"),
        Fault(message: .reqEcdh, path: ["curve"], value: "P-256"),
        Fault(message: .accEcdh, path: ["cipher"], value: "ROT13"),
        Fault(message: .accEcdh, path: ["serverNonce"], value: nil),
        Fault(message: .reqE2e, path: ["publicKey"], value: ""),
        Fault(message: .accE2e, path: ["iv"], value: "mAA"),
        Fault(message: .walletTokenData, path: ["sha256_pii"], value: "mAA"),
        Fault(message: .walletTokenData, path: ["seed", "purpose"], value: 99),
        Fault(message: .serverTokenData, path: ["walletId"], value: ""),
        Fault(message: .attestedAppInfo, path: ["appId"], value: ""),
        Fault(message: .signedWalletInfo, path: ["wallet", "id"], value: nil),
        Fault(message: .signedDIDDoc, path: ["ownerDidDoc"], value: "mAA"),
        Fault(message: .invokedDidDoc, path: ["didDoc"], value: "x"),
        Fault(message: .attestedDIDDoc, path: ["ownerDidDoc"], value: "me30"),
        Fault(message: .reqRevokeVc, path: ["vcId"], value: ""),
        Fault(message: .issueProfile, path: ["type"], value: "VerifyProfile"),
        Fault(message: .verifyProfile, path: ["type"], value: "IssueProfile"),
        Fault(message: .credential, path: ["evidence"], value: []),
        Fault(message: .presentation, path: ["verifierNonce"], value: "mAA"),
        Fault(message: .deviceDIDDocument, path: ["controller"], value: "nobody"),
    ]

    @Test("a value that the kind's rules forbid is a failure with its place", arguments: faults)
    func fault(_ fault: Fault) async throws {
        let cast = try Cast()
        var tree = try JSONValue(parsing: await SignedSamples(cast: cast).document(fault.message).bytes)
        if fault.path.count == 1 {
            tree[fault.path[0]] = fault.value
        } else {
            tree[fault.path[0]]?[fault.path[1]] = fault.value
        }
        // Signed anew, because the rules of a kind are looked at when a proof holds.
        let document = try await SignedSamples(cast: cast).signed(tree, as: fault.message)
        let report = await VerificationPolicy(rules: [fault.message.form]).verify(
            document, at: Cast.now, resolver: cast.registry)
        let place = fault.path.joined(separator: ".")
        #expect(
            report.failures.contains { $0.code == .malformedDocument && $0.place.hasPrefix(place) },
            "\(report.failures)")
    }
}
