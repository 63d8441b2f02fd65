import HeraldJSON
import HeraldKeys

extension SignedDIDDoc {
    /// Creates an envelope for a holder's document. The device must then sign the envelope.
    /// - Throws: `JSONError` if the document has no canonical form.
    public init(
        owner: DIDDocument, wallet: Wallet, nonce: String, as base: Multibase.Base = .base58btc
    ) throws(JSONError) {
        self.init(ownerDidDoc: try MultibaseEnvelope.seal(owner, as: base), wallet: wallet, nonce: nonce)
    }

    /// Returns the holder's document, with the holder's proofs.
    /// - Throws: `DataModelError` with code `invalidValue` if the text is not multibase, is not a DID document or is too long.
    public func openOwner() throws(DataModelError) -> MultibaseEnvelope.Contents<DIDDocument> {
        try MultibaseEnvelope.open(ownerDidDoc, field: "ownerDidDoc", byteLimit: DIDDocument.envelopeLimit)
    }
}

extension AttestedDIDDoc {
    /// Creates an envelope for a device's document. The wallet provider must then sign the envelope.
    /// - Throws: `JSONError` if the document has no canonical form.
    public init(
        owner: DIDDocument, walletId: String, provider: Provider, nonce: String, as base: Multibase.Base = .base64url
    ) throws(JSONError) {
        self.init(
            walletId: walletId, ownerDidDoc: try MultibaseEnvelope.seal(owner, as: base), provider: provider,
            nonce: nonce)
    }

    /// Returns the device's document, with the device's proofs.
    /// - Throws: `DataModelError` with code `invalidValue` if the text is not multibase, is not a DID document or is too long.
    public func openOwner() throws(DataModelError) -> MultibaseEnvelope.Contents<DIDDocument> {
        try MultibaseEnvelope.open(ownerDidDoc, field: "ownerDidDoc", byteLimit: DIDDocument.envelopeLimit)
    }
}

extension InvokedDidDoc {
    /// Creates an envelope without a signature for a document that the registry is to store. The proofs of the document are removed,
    /// because the registry stores no proofs (OpenDID sheet 2.2, 3.1).
    /// - Throws: `JSONError` if the document has no canonical form.
    public init(
        document: DIDDocument, controller: Provider, nonce: String, as base: Multibase.Base = .base64
    ) throws(JSONError) {
        self.init(
            didDoc: try MultibaseEnvelope.seal(document.withoutProofs, as: base), controller: controller, nonce: nonce)
    }

    /// Returns the document in the envelope.
    /// - Throws: `DataModelError` with code `invalidValue` if the text is not multibase, is not a DID document or is too long, or if the
    ///   document has proofs.
    public func openDocument() throws(DataModelError) -> MultibaseEnvelope.Contents<DIDDocument> {
        let contents = try MultibaseEnvelope.open(
            didDoc, as: DIDDocument.self, field: "didDoc", byteLimit: DIDDocument.envelopeLimit)
        guard contents.value.allProofs.isEmpty else {
            throw DataModelError(.invalidValue, field: "didDoc", reason: "a document for the registry has no proofs")
        }
        return contents
    }
}

extension DIDDocVO {
    /// Creates an envelope for a document in the registry's answer.
    /// - Throws: `JSONError` if the document has no canonical form.
    public init(document: DIDDocument, as base: Multibase.Base = .base64) throws(JSONError) {
        self.init(didDoc: try MultibaseEnvelope.seal(document, as: base))
    }

    /// Returns the document in the gateway's answer.
    /// - Throws: `DataModelError` with code `invalidValue` if the text is not multibase, is not a DID document or is too long.
    public func openDocument() throws(DataModelError) -> DIDDocument {
        try MultibaseEnvelope.open(didDoc, as: DIDDocument.self, field: "didDoc", byteLimit: DIDDocument.envelopeLimit)
            .value
    }
}
