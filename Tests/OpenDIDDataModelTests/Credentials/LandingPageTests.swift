import Foundation
import HeraldKeys
import HeraldP256
import OpenDID_DataModel
import TestSupport
import Testing

@Suite("Landing pages")
struct LandingPageTests {
    @Test("the example of OpenDID_DataModel's landing page does what the page says")
    func dataModel() async throws {
        let cast = try DocumentsCast()
        let (id, now, registry, holder) = ("1", DocumentsCast.now, cast.registry, cast.holder.id)
        let (issuer, key, evidence) = (cast.issuer, cast.issuerKey, DocumentsCast.evidence())
        var schema = DocumentsCast.schema(claims: 2)
        schema.credentialSubject.claims[0].items[0].id = "name"
        schema.credentialSubject.claims[0].items[1].id = "grade"

        let values = ["org.example.v1.name": "홍길동", "org.example.v1.grade": "gold"]
        let draft = CredentialDraft(
            id: id, issuer: .init(id: issuer.id), subject: holder, schema: schema,
            claims: try schema.claims(from: values),
            evidence: evidence)
        let credential = try await draft.issued(
            by: ProofRequest(signer: key, keyID: "assert", of: issuer, purpose: .assertionMethod, created: now))

        let received = try SignedDocument(try credential.canonicalBytes())
        let report = await VerificationPolicy.standard(for: .credential).verify(received, at: now, resolver: registry)
        print(report.isValid, report.failures)  // true []
        let shown = try received.disclosing(.codes(["org.example.v1.grade"]))

        #expect(report.isValid && report.failures.isEmpty)
        let part = await VerificationPolicy.standard(for: .presentedCredential).verify(
            shown, at: now, resolver: registry)
        #expect(part.isValid)
    }

    @Test("the example of HeraldP256's landing page does what the page says")
    func p256() throws {
        let digest = [UInt8](repeating: 7, count: 32)

        let key = P256PrivateKey()
        let signature = try key.compactSignature(digest: digest)  // 65 bytes: header, r, low s
        print(key.publicKey.verify(signature, digest: digest))  // true
        print(try signature.recoverP256PublicKey(digest: digest) == key.publicKey)  // true

        #expect(key.publicKey.verify(signature, digest: digest))
        #expect(try signature.recoverP256PublicKey(digest: digest) == key.publicKey)
    }

    @Test(
        "the code of a landing page equals the tested code, word for word",
        arguments: ["OpenDID_DataModel", "HeraldP256"])
    func sameCode(module: String) throws {
        let page = try PackageFiles.text("Sources/\(module)/\(module).docc/\(module).md")
        let snippets = page.components(separatedBy: "```swift\n").dropFirst().compactMap {
            $0.components(separatedBy: "\n```").first
        }
        try #require(!snippets.isEmpty)
        let own = Self.lines(try String(contentsOfFile: #filePath, encoding: .utf8))
        for snippet in snippets {
            let wanted = Self.lines(snippet)
            #expect(own.indices.contains { own[$0...].starts(with: wanted) }, "\(snippet)")
        }
    }

    /// Without indentation and empty lines.
    private static func lines(_ text: String) -> [String] {
        text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
}
