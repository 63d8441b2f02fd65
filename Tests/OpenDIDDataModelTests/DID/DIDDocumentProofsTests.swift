import HeraldLocks
import HeraldP256
import OpenDID_DataModel
import Testing

@Suite("Proofs of DID documents")
struct DIDDocumentProofsTests {
    /// A document with all of a provider's keys, its signers by name, and the policy's view of it.
    private func document(_ names: [DIDKeyName]) throws -> (document: DIDDocument, signers: [String: any ProofSigner]) {
        let keys = names.map { ($0, SigningKey.p256(P256PrivateKey())) }
        let document = try DIDDocument(
            did: DID("did:omn:x"), controller: "did:omn:tas", keys: keys.map { DIDKeyEntry($0, $1.verificationKey) },
            created: DocumentsCast.now)
        return (document, Dictionary(uniqueKeysWithValues: keys.map { ($0.rawValue, $1) }))
    }

    private func failures(_ document: DIDDocument, _ message: SignedMessage) async throws -> [VerificationFailure.Code]
    {
        try await VerificationPolicy.standard(for: message).verify(
            document, at: DocumentsCast.now, resolver: DocumentsRegistry()
        )
        .failures.map(\.code)
    }

    static let owners: [(KeyProofsRule.Owner, SignedMessage, [DIDKeyName], [String])] = [
        (.device, .deviceDIDDocument, [.keyagree, .auth, .assert], ["assert assertionMethod", "auth authentication"]),
        (.holder, .holderDIDDocument, [.keyagree, .bio, .pin], ["pin assertionMethod", "bio assertionMethod"]),
        (.holder, .holderDIDDocument, [.keyagree, .pin], ["pin assertionMethod"]),
        (
            .provider, .providerDIDDocument, [.assert, .auth, .keyagree, .invoke],
            ["assert assertionMethod", "auth authentication", "invoke capabilityInvocation"]
        ),
    ]

    @Test(
        "each owner's keys prove the document for their purposes, and the standard policy accepts it",
        arguments: owners)
    func signed(_ owner: KeyProofsRule.Owner, _ message: SignedMessage, _ names: [DIDKeyName], _ expected: [String])
        async throws
    {
        let (document, signers) = try document(names)
        #expect(document.neededProofs(of: owner).map { "\($0.keyID) \($0.purpose.rawValue)" } == expected)
        let signed = try await document.signed(as: owner, with: signers, created: DocumentsCast.now)
        #expect(signed.allProofs.count == expected.count && (signed.proof != nil) == (expected.count == 1))
        #expect(try await failures(signed, message).isEmpty)
        var turned = signed
        turned.setProofs(signed.allProofs.reversed())
        #expect(try await failures(turned, message).isEmpty)
        guard expected.count > 1 else { return }
        var shortened = signed
        shortened.setProofs(Array(signed.allProofs.dropLast()))
        #expect(try await failures(shortened, message) == [.incompleteProofs])
    }

    @Test("a document may have a proof for each of 64 uses of its keys, and the registry is asked once for all of them")
    func manyProofs() async throws {
        final class Counting: DIDResolver {
            let asked = Mutex(0)
            func resolve(_ did: String, versionId: String?) async throws -> ResolvedDID? {
                asked.withLock { $0 += 1 }
                return nil
            }
        }
        let keys: [(String, SigningKey)] = (0..<16).map { ("key\($0)", .p256(P256PrivateKey())) }
        let purposes: [ProofPurpose] = [
            .assertionMethod, .authentication, .capabilityInvocation, .capabilityDelegation,
        ]
        let document = try DIDDocument(
            did: DID("did:omn:x"), controller: "did:omn:tas",
            keys: keys.map { DIDKeyEntry(id: $0, key: $1.verificationKey, purposes: purposes, authType: .free) },
            created: DocumentsCast.now)
        let signers: [String: any ProofSigner] = Dictionary(uniqueKeysWithValues: keys.map { ($0, $1) })
        let signed = try await document.signed(as: .provider, with: signers, created: DocumentsCast.now)
        #expect(signed.allProofs.count == DIDDocument.proofLimit)
        #expect(try await failures(signed, .providerDIDDocument).isEmpty)
        let registry = Counting()
        let report = try await VerificationPolicy(keySource: .ownDocument, rules: []).verify(
            signed, at: DocumentsCast.now, resolver: registry)
        #expect(report.isValid)
        #expect(registry.asked.withLock { $0 } == 1)
        var longer = signed
        longer.setProofs(signed.allProofs + signed.allProofs.prefix(1))
        #expect(try await failures(longer, .providerDIDDocument).contains(.malformedProof))
    }

    @Test("signing fails if a signer is missing or has another key")
    func refused() async throws {
        let (document, signers) = try document([.assert, .auth])
        func code(_ owner: KeyProofsRule.Owner, _ signers: [String: any ProofSigner]) async -> DataModelError.Code? {
            do {
                _ = try await document.signed(as: owner, with: signers, created: DocumentsCast.now)
                return nil
            } catch {
                return (error as? DataModelError)?.code
            }
        }
        #expect(await code(.device, signers) == nil)
        #expect(await code(.device, signers.filter { $0.key == "assert" }) == .missing)
        #expect(
            await code(.device, signers.merging(["auth": SigningKey.p256(P256PrivateKey())]) { $1 }) == .invalidValue)
        #expect(await code(.holder, signers) == .missing)
    }

    @Test("a key without its private key cannot be registered with another key's proof")
    func stolenKey() async throws {
        let (document, signers) = try document([.assert, .auth])
        let victim = P256PrivateKey().publicKey
        var edit = DIDDocumentEdit(document)
        try edit.replace(DIDKeyEntry(.auth, .p256(victim)))
        let next = try edit.nextVersion(at: DocumentsCast.now.advanced(by: .seconds(1)))
        await #expect(throws: DataModelError.self) {
            try await next.signed(as: .device, with: signers, created: DocumentsCast.now)
        }
        var forged = try await document.signed(as: .device, with: signers, created: DocumentsCast.now)
        forged.verificationMethod = next.verificationMethod
        #expect(try await failures(forged, .deviceDIDDocument).contains(.signature))
    }
}
