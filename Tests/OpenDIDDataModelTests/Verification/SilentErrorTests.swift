import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("Errors about documents do not repeat their values")
struct SilentErrorTests {
    private struct Leak: Error { let text = "apiKey=SECRET" }

    private struct Silent: DIDResolver, CredentialStatusSource {
        func resolve(_ did: String, versionId: String?) throws -> ResolvedDID? { throw Leak() }
        func standing(ofCredential id: String) throws -> CredentialStanding? { throw Leak() }
    }

    @Test(
        "the error of a value that its type refuses does not contain it",
        arguments: [
            (SignedMessage.accEcdh, "cipher", JSONValue.string("SECRET")), (.reqEcdh, "curve", "SECRET"),
            (.serverTokenData, "validUntil", "SECRET"),
            (.issueProfile, "type", "SECRET"), (.serverTokenData, "purpose", 7_357_735_773),
            (.holderDIDDocument, "versionId", "SECRET"),
        ])
    func values(message: SignedMessage, member: String, value: JSONValue) async throws {
        let cast = try Cast()
        let samples = SignedSamples(cast: cast)
        var tree = try JSONValue(parsing: await samples.document(message).bytes)
        tree[member] = value
        let report = await samples.policy(message).verify(
            try SignedDocument(tree.serialized()), at: Cast.now, resolver: cast.registry)
        let text = report.failures.map(\.description).joined(separator: "\n")
        #expect(report.codes.contains(.malformedDocument) && text.contains(member))
        #expect(!text.contains("SECRET") && !text.contains("7357735773"))
    }

    @Test("errors of a value in an envelope, and of an unknown role, do not contain it")
    func inside() throws {
        let cast = try Cast()
        var tree = try JSONValue(parsing: cast.holder.document.canonicalBytes())
        tree["versionId"] = "SECRET"
        let envelope = SignedDIDDoc(
            ownerDidDoc: Multibase.encode(tree.serialized(), as: .base64),
            wallet: Wallet(id: "w", did: cast.device.did), nonce: "m")
        let error = #expect(throws: DataModelError.self) { try envelope.openOwner() }
        #expect(error?.field == "ownerDidDoc.versionId" && error?.description.contains("SECRET") == false)
        var certificate = Samples(cast: cast).credential(claims: 2)
        certificate.type.append(ProviderCertificate.type)
        certificate.credentialSubject.claims[0].code = ProviderCertificate.subjectCode
        certificate.credentialSubject.claims[1].code = ProviderCertificate.roleCode
        certificate.credentialSubject.claims[1].value = "SECRET"
        let role = #expect(throws: DataModelError.self) { try ProviderCertificate(certificate) }
        #expect(role?.description.contains("SECRET") == false)
    }

    @Test("the error of a resolver or status source is named only by its type")
    func foreign() async throws {
        let cast = try Cast()
        let samples = SignedSamples(cast: cast)
        for message in [SignedMessage.didAuth, .holderDIDDocument] {
            let report = await samples.policy(message).verify(
                try await samples.document(message), at: Cast.now, resolver: Silent())
            let text = report.failures.map(\.description).joined()
            #expect(report.codes.contains(.unresolved) && text.contains("Leak") && !text.contains("SECRET"))
        }
        let policy = VerificationPolicy.standard(for: .credential, statuses: Silent())
        let report = await policy.verify(try await samples.document(.credential), at: Cast.now, resolver: cast.registry)
        #expect(report.codes == [.credentialStatus] && report.failures.first?.reason.contains("SECRET") == false)
    }

    @Test("a character of any number of code points is cut")
    func accents() throws {
        let tower = "a" + String(repeating: "\u{301}", count: 50_000)
        let credential = Samples(cast: try Cast()).credential()
        let disclosing = #expect(throws: DataModelError.self) { try credential.disclosing(.codes([tower])) }
        let offer = #expect(throws: DataModelError.self) { try ReceivedOffer("{\"type\":\"\(tower.prefix(1))\"}") }
        let schema = DocumentsCast.schema()
        let values = #expect(throws: DataModelError.self) { try schema.claims(from: [tower: "x"]) }
        for error in [disclosing, offer, values] { #expect((error?.description.utf8.count ?? .max) < 2_048) }
        let failure = VerificationFailure(.schema, at: tower, tower)
        #expect(failure.description.utf8.count < 4_096)
    }
}
