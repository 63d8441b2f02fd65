import OpenDID_DataModel

/// Who a server is: its DID with the registered document, its keys, and where its certificate is (OpenDID sheet 0, 1.6).
///
/// The keys do not print themselves.
package struct ProviderIdentity: Sendable {
    package let role: ServiceRole
    /// A name for people.
    package let name: String
    /// The registered document, without proofs.
    package let document: DIDDocument
    /// The URL of its certificate.
    package let certVcRef: String
    private let keys: [DIDKeyName: SigningKey]

    init(role: ServiceRole, name: String, document: DIDDocument, certVcRef: String, keys: [DIDKeyName: SigningKey]) {
        self.role = role
        self.name = name
        self.document = document
        self.certVcRef = certVcRef
        self.keys = keys
    }

    package var did: String { document.id }
    /// As documents name it.
    package var provider: Provider { Provider(did: did, certVcRef: certVcRef) }

    /// How to sign with one of the keys, named by its full key URL (OpenDID sheet 1.5).
    /// - Parameter purpose: what the signature is for. Defaults to the key's own purpose.
    /// - Throws: ``ServicesError`` `configuration` when the server has no such key.
    package func proofRequest(
        _ name: DIDKeyName = .assert, purpose: ProofPurpose? = nil, created: UTCInstant
    ) throws(ServicesError) -> ProofRequest {
        guard let key = keys[name], let own = name.purposes.first else {
            throw ServicesError(.configuration, field: role.rawValue, reason: "the server has no key \(name.rawValue)")
        }
        return ProofRequest(signer: key, keyID: name.rawValue, of: document, purpose: purpose ?? own, created: created)
    }

    /// A copy of a document with this server's proof.
    package func sign<Document: ProofContainer>(
        _ document: Document, with name: DIDKeyName = .assert, created: UTCInstant
    ) async throws -> Document {
        try await document.signed(by: proofRequest(name, created: created))
    }

    /// The document with the proof of every key (OpenDID sheet 2.5), as the server shows it to the trust agent when it enrols.
    package func provenDocument(created: UTCInstant) async throws -> DIDDocument {
        let signers = Dictionary(uniqueKeysWithValues: keys.map { ($0.key.rawValue, $0.value as any ProofSigner) })
        return try await document.signed(as: .provider, with: signers, created: created)
    }
}
