import OpenDID_DataModel
import Testing

@Suite("The registry's status in the standard policies")
struct StatusTests {
    static let ownDocuments: [SignedMessage] = [.deviceDIDDocument, .holderDIDDocument, .providerDIDDocument]
    static let withCredentials: [SignedMessage] = [.credential, .presentedCredential, .presentation]

    @Test("an inactive DID cannot become active again by a document of its own", arguments: ownDocuments)
    func ownDocument(message: SignedMessage) async throws {
        let cast = try Cast()
        let samples = SignedSamples(cast: cast)
        let document = try await samples.document(message)
        func report(_ resolver: any DIDResolver) async -> VerificationReport {
            await samples.policy(message).verify(document, at: Cast.now, resolver: resolver)
        }
        #expect(await report(cast.registry).isValid)
        #expect(await report(Registry([])).isValid)
        for status in DIDStatus.allCases where status != .activated {
            let off = await report(cast.registry.changing(samples.signer(of: message).did, status: status))
            #expect(!off.isValid && Set(off.codes) == [.signerStatus])
        }
        let restoring = VerificationPolicy.standard(for: message, signerStatus: .restoring)
        let off = cast.registry.changing(samples.signer(of: message).did, status: .deactivated)
        #expect(await restoring.verify(document, at: Cast.now, resolver: off).isValid)
    }

    @Test(
        "a document is refused if the registry is silent or answers for another DID",
        arguments: ownDocuments)
    func silent(message: SignedMessage) async throws {
        struct Liar: DIDResolver {
            let answer: ResolvedDID
            func resolve(_ did: String, versionId: String?) -> ResolvedDID? { answer }
        }
        let cast = try Cast()
        let samples = SignedSamples(cast: cast)
        let document = try await samples.document(message)
        var silent = cast.registry
        silent.isReachable = false
        let liar = Liar(answer: ResolvedDID(document: cast.verifier.document, status: .activated))
        for resolver in [silent, liar] as [any DIDResolver] {
            let report = await samples.policy(message).verify(document, at: Cast.now, resolver: resolver)
            #expect(!report.isValid && report.codes.contains(.unresolved) && report.proofs.isEmpty)
        }
    }

    @Test("with a source of statuses, every credential has to be active", arguments: withCredentials)
    func source(message: SignedMessage) async throws {
        let cast = try Cast()
        let document = try await SignedSamples(cast: cast).document(message)
        func report(_ status: VCStatusEnum?, isReachable: Bool = true) async -> VerificationReport {
            let table = StatusTable(statuses: status.map { ["vc-1": $0] } ?? [:], isReachable: isReachable)
            return await VerificationPolicy.standard(for: message, statuses: table)
                .verify(document, at: Cast.now, resolver: cast.registry)
        }
        let active = await report(.ACTIVE)
        #expect(active.isValid && !active.omissions.contains(.credentialStatus))
        for status in [VCStatusEnum.INACTIVE, .REVOKED, nil] {
            #expect(await report(status).codes == [.credentialStatus])
        }
        #expect(await report(.ACTIVE, isReachable: false).codes == [.credentialStatus])
    }

    @Test("a policy that has a status rule does not list the status as omitted")
    func added() throws {
        let table = StatusTable(statuses: [:])
        let policy = VerificationPolicy.standard(for: .credential)
        #expect(policy.omissions.contains(.credentialStatus))
        #expect(!policy.adding([CredentialStatusRule(table)]).omissions.contains(.credentialStatus))
        let certificate = VerificationPolicy.certificate(
            of: "did:omn:x", role: .Issuer, issuers: ["did:omn:tas"], statuses: table)
        #expect(certificate.omissions.isEmpty)
        let profile = Samples(cast: try Cast()).verifyProfile
        #expect(
            VerificationPolicy.presentation(answering: profile, statuses: table).omissions.contains(.credentialStatus)
                == false)
    }

    @Test("a record has the time of its DID's termination, in every version")
    func terminated() async throws {
        let cast = try Cast()
        var document = cast.holder.document
        document.proofs = nil
        var record = try DIDRecord(registering: document)
        #expect(record.resolve()?.terminated == nil)
        try record.setStatus(.revoked, at: Cast.now)
        let end = Cast.now.advanced(by: .seconds(60))
        try record.setStatus(.terminated, at: end)
        #expect(record.resolve()?.terminated == end && record.resolve(versionId: "1")?.terminated == end)
        let entry = try #require(record.resolve())
        let signed = try await Samples(cast: cast).didAuth.signed(by: cast.holder.request("pin", .authentication))
        let evidence = VerificationPolicy.standard(for: .didAuth, signerStatus: .nonRepudiation)
        #expect(try await evidence.verify(signed, at: Cast.now, resolver: Registry([entry])).isValid)
    }
}
