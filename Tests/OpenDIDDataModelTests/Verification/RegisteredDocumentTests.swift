import HeraldJSON
import HeraldKeys
import OpenDID_DataModel
import Testing

@Suite("The DID document of a registered DID (OpenDID sheet 2.5, 5.11)")
struct RegisteredDocumentTests {
    static let kinds: [SignedMessage] = [.deviceDIDDocument, .holderDIDDocument, .providerDIDDocument]

    private func report(_ cast: Cast, _ document: SignedDocument, _ message: SignedMessage, registry: Registry? = nil)
        async -> VerificationReport
    {
        let signer = SignedSamples(cast: cast).signer(of: message).did
        return await VerificationPolicy.standard(for: message, signer: signer)
            .verify(document, at: Cast.now, resolver: registry ?? cast.registry)
    }

    /// The registry knows a second version of everybody's document, with other keys.
    private func moved(_ cast: Cast, _ did: String) -> Registry {
        cast.registry.changing(did) { document in
            let keys = document.verificationMethod.map(\.publicKeyMultibase)
            for index in keys.indices {
                document.verificationMethod[index].publicKeyMultibase = keys[(index + 1) % keys.count]
            }
        }
    }

    @Test("a document with a stranger's keys is valid only while the DID is not registered", arguments: kinds)
    func stranger(message: SignedMessage) async throws {
        let cast = try Cast()
        let document = try await SignedSamples(cast: cast).document(message)
        let other = await report(
            cast, document, message, registry: moved(cast, SignedSamples(cast: cast).signer(of: message).did))
        #expect(!other.isValid && other.codes.contains(.otherDocument) && other.proofs.isEmpty)
        #expect(await report(cast, document, message, registry: Registry([])).isValid)
        #expect(await report(cast, document, message).isValid)
    }

    @Test("the same document in another spelling counts as the same")
    func otherWords() async throws {
        let cast = try Cast()
        let document = try await SignedSamples(cast: cast).document(.holderDIDDocument)
        let registry = cast.registry.changing(cast.holder.did) { registered in
            registered.created = "2026-01-01T09:00:00+09:00"
            registered.unknownMembers.members["note"] = "x"
            for index in registered.verificationMethod.indices {
                let key = (try? Multibase.decode(registered.verificationMethod[index].publicKeyMultibase).bytes) ?? []
                registered.verificationMethod[index].publicKeyMultibase = Multibase.encode(key, as: .base16)
            }
        }
        #expect(await report(cast, document, .holderDIDDocument, registry: registry).isValid)
    }

    @Test(
        "the next version is valid with its own proofs, and an old one or one too far ahead is not",
        arguments: [("2", true), ("1", false), ("3", false)])
    func versions(version: String, holds: Bool) async throws {
        let cast = try Cast()
        var next = cast.holder.document
        next.versionId = version
        next.updated = "2026-02-01T00:00:00Z"
        let requests = try ["pin", "bio"].map { name in
            ProofRequest(
                signer: try #require(cast.holder.keys[name]), keyID: name, of: next, purpose: .assertionMethod,
                created: Cast.signing)
        }
        let report = try await report(cast, SignedDocument(await next.signed(by: requests)), .holderDIDDocument)
        #expect(report.isValid == holds, "\(report.failures)")
        #expect(holds || report.codes.contains(.otherDocument))
    }
}
