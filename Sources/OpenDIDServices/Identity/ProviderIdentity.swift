import OpenDID_DataModel

/// A server's identity: its DID with the registered document, its keys, and the URL of its certificate (OpenDID sheet 0, 1.6).
///
/// The description does not contain the keys.
package struct ProviderIdentity: Sendable {
    package let role: ServiceRole
    /// The name that is shown to users.
    package let name: String
    /// The registered document, without proofs.
    package let document: DIDDocument
    /// The URL of the server's certificate.
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
    /// The reference by which messages name the server: its DID and the URL of its certificate.
    package var provider: Provider { Provider(did: did, certVcRef: certVcRef) }

    /// Returns the request for a proof with one of the server's keys. The key is named by its full key URL (OpenDID sheet 1.5).
    /// - Parameter purpose: the proof purpose. Defaults to the purpose that belongs to the key's name.
    /// - Throws: ``ServicesError`` `configuration` if the server has no such key.
    package func proofRequest(
        _ name: DIDKeyName = .assert, purpose: ProofPurpose? = nil, created: UTCInstant
    ) throws(ServicesError) -> ProofRequest {
        guard let key = keys[name], let own = name.purposes.first else {
            throw ServicesError(.configuration, field: role.rawValue, reason: "the server has no key \(name.rawValue)")
        }
        return ProofRequest(signer: key, keyID: name.rawValue, of: document, purpose: purpose ?? own, created: created)
    }

    /// Returns a copy of a document with this server's proof.
    package func sign<Document: ProofContainer>(
        _ document: Document, with name: DIDKeyName = .assert, created: UTCInstant
    ) async throws -> Document {
        try await document.signed(by: proofRequest(name, created: created))
    }

    /// Returns the DID document with a proof by each of its keys (OpenDID sheet 2.5). The server sends it to the trust agent in order to
    /// enrol.
    package func provenDocument(created: UTCInstant) async throws -> DIDDocument {
        let signers = Dictionary(uniqueKeysWithValues: keys.map { ($0.key.rawValue, $0.value as any ProofSigner) })
        return try await document.signed(as: .provider, with: signers, created: created)
    }
}
