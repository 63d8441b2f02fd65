import HeraldJSON
import HeraldKeys

extension SignedDIDDoc {
    /// An envelope around a holder's document, not yet signed by the device.
    /// - Throws: `JSONError` when the document has no canonical form.
    public init(
        owner: DIDDocument, wallet: Wallet, nonce: String, as base: Multibase.Base = .base58btc
    ) throws(JSONError) {
        self.init(ownerDidDoc: try MultibaseEnvelope.seal(owner, as: base), wallet: wallet, nonce: nonce)
    }

    /// The holder's document, with the holder's proofs.
    public func openOwner() throws(DataModelError) -> MultibaseEnvelope.Contents<DIDDocument> {
        try MultibaseEnvelope.open(ownerDidDoc, field: "ownerDidDoc", byteLimit: DIDDocument.envelopeLimit)
    }
}

extension AttestedDIDDoc {
    /// An envelope around a device's document, not yet signed by the wallet provider.
    /// - Throws: `JSONError` when the document has no canonical form.
    public init(
        owner: DIDDocument, walletId: String, provider: Provider, nonce: String, as base: Multibase.Base = .base64url
    ) throws(JSONError) {
        self.init(walletId: walletId, ownerDidDoc: try MultibaseEnvelope.seal(owner, as: base), provider: provider, nonce: nonce)
    }

    /// The device's document, with the device's proofs.
    public func openOwner() throws(DataModelError) -> MultibaseEnvelope.Contents<DIDDocument> {
        try MultibaseEnvelope.open(ownerDidDoc, field: "ownerDidDoc", byteLimit: DIDDocument.envelopeLimit)
    }
}

extension InvokedDidDoc {
    /// An envelope around a document for the registry, which keeps no proofs: they are taken off (OpenDID sheet 2.2, 3.1). Not yet signed.
    /// - Throws: `JSONError` when the document has no canonical form.
    public init(
        document: DIDDocument, controller: Provider, nonce: String, as base: Multibase.Base = .base64
    ) throws(JSONError) {
        self.init(didDoc: try MultibaseEnvelope.seal(document.withoutProofs, as: base), controller: controller, nonce: nonce)
    }

    /// The document for the registry.
    /// - Throws: `DataModelError` `invalidValue`, also when the document has proofs.
    public func openDocument() throws(DataModelError) -> MultibaseEnvelope.Contents<DIDDocument> {
        let contents = try MultibaseEnvelope.open(didDoc, as: DIDDocument.self, field: "didDoc", byteLimit: DIDDocument.envelopeLimit)
        guard contents.value.allProofs.isEmpty else {
            throw DataModelError(.invalidValue, field: "didDoc", reason: "a document for the registry has no proofs")
        }
        return contents
    }
}

extension DIDDocVO {
    /// An envelope around a document that the registry answers with.
    /// - Throws: `JSONError` when the document has no canonical form.
    public init(document: DIDDocument, as base: Multibase.Base = .base64) throws(JSONError) {
        self.init(didDoc: try MultibaseEnvelope.seal(document, as: base))
    }

    /// The document.
    public func openDocument() throws(DataModelError) -> DIDDocument {
        try MultibaseEnvelope.open(didDoc, as: DIDDocument.self, field: "didDoc", byteLimit: DIDDocument.envelopeLimit).value
    }
}
