import OpenDID_DataModel
import Testing

@Suite("Keys that their owner has replaced")
struct ReplacedKeyTests {
    /// A credential outlives the key that signed it. Everything else is made now.
    private static let lasting: Set<SignedMessage> = [.credential, .presentedCredential]
    /// These bring their keys, and are judged as a whole: see RegisteredDocumentTests.
    private static let bringingKeys: Set<SignedMessage> = [
        .deviceDIDDocument, .holderDIDDocument, .providerDIDDocument,
    ]
    private static let messages = SignedMessage.allCases.filter { !bringingKeys.contains($0) }

    /// The signer's registry entry with a second version of its document.
    private func registry(_ cast: Cast, _ signer: Actor, _ edit: (inout DIDDocument) -> Void) -> Registry {
        var newer = signer.document
        newer.versionId = "2"
        edit(&newer)
        var registry = cast.registry
        registry.entries.append(ResolvedDID(document: newer, status: .activated))
        return registry
    }

    private func verified(
        _ message: SignedMessage, _ edit: (inout DIDDocument) -> Void
    ) async throws -> VerificationReport {
        let cast = try Cast()
        let samples = SignedSamples(cast: cast)
        let document = try await samples.document(message)
        let registry = registry(cast, samples.signer(of: message), edit)
        return await samples.policy(message).verify(document, at: Cast.now, resolver: registry)
    }

    @Test(
        "a replaced key cannot sign a message by naming the old version, and credentials stay valid",
        arguments: messages)
    func replaced(message: SignedMessage) async throws {
        let report = try await verified(message) { newer in
            // Each name gets another key's bytes.
            let keys = newer.verificationMethod.map(\.publicKeyMultibase)
            for index in keys.indices {
                newer.verificationMethod[index].publicKeyMultibase = keys[(index + 1) % keys.count]
            }
        }
        let lasts = Self.lasting.contains(message)
        #expect(Set(report.codes) == (lasts ? [] : [.missingKey]), "\(report.failures)")
        #expect(report.isValid == lasts)
    }

    @Test(
        "a removed key, or one no longer listed for the purpose, cannot sign either",
        arguments: messages.filter { !lasting.contains($0) })
    func removed(message: SignedMessage) async throws {
        let gone = try await verified(message) { $0.verificationMethod = [] }
        #expect(gone.codes == [.missingKey])
        let unlisted = try await verified(message) { newer in
            (newer.assertionMethod, newer.authentication, newer.keyAgreement, newer.capabilityInvocation) = (
                nil, nil, nil, nil
            )
        }
        #expect(unlisted.codes == [.missingKey])
    }

    @Test("a key that the newest version still has can be named by an old version", arguments: messages)
    func kept(message: SignedMessage) async throws {
        let report = try await verified(message) {
            $0.service = [.init(id: "s", type: .linkedDomains, serviceEndpoint: ["http://127.0.0.1"])]
        }
        #expect(report.isValid, "\(report.failures)")
    }
}
