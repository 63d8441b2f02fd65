import HeraldJSON
import HeraldKeys

/// A document that travels as multibase text inside another one (OpenDID sheet 4.4): `ownerDidDoc`, `didDoc`, `vcMeta`, the `value` of a
/// schema.
public enum MultibaseEnvelope {
    /// The canonical form of a value, as text.
    /// - Parameters:
    ///   - value: what is to travel.
    ///   - base: defaults to base64, because base58btc, which upstream's wallets write, takes time with the square of the length.
    /// - Throws: `JSONError` when the value has no canonical form.
    public static func seal(_ value: some Encodable, as base: Multibase.Base = .base64) throws(JSONError) -> String {
        Multibase.encode(try JSONModelEncoder().canonicalBytes(value), as: base)
    }

    /// What an envelope holds: the document as it came, for checking signatures, and its value.
    public struct Contents<Value: Decodable & Sendable>: Sendable {
        /// The document as it came.
        public let document: SignedDocument
        /// Its value.
        public let value: Value
    }

    /// Opens an envelope of any multibase encoding.
    /// - Parameters:
    ///   - text: the multibase text.
    ///   - type: what is expected inside.
    ///   - field: the member that holds the text, for errors.
    ///   - limits: what the document may ask of its reader.
    ///   - byteLimit: how many bytes may be inside; a text that is too long for that is refused before it is decoded. No limit but those of
    ///     `Multibase.decode(_:base58Limit:)` when absent.
    /// - Throws: ``DataModelError`` `invalidValue` with the path inside the envelope, such as `ownerDidDoc.versionId`.
    public static func open<Value: Decodable & Sendable>(
        _ text: String, as type: Value.Type = Value.self, field: String, limits: JSONLimits = .model, byteLimit: Int? = nil
    ) throws(DataModelError) -> Contents<Value> {
        if let byteLimit, text.utf8.count > 2 * byteLimit + 1 {
            // Hexadecimal digits are the longest form, two for each byte.
            throw DataModelError(
                .invalidValue, field: field, reason: "\(text.utf8.count) characters are too many for \(byteLimit) bytes")
        }
        let bytes: [UInt8]
        do {
            bytes = try Multibase.decode(text, base58Limit: byteLimit.map { base58Length(of: $0) } ?? Base58.defaultLimit).bytes
        } catch {
            throw DataModelError(.invalidValue, field: field, reason: error.reason)
        }
        if let byteLimit, bytes.count > byteLimit {
            throw DataModelError(.invalidValue, field: field, reason: "\(bytes.count) bytes are too many, at most \(byteLimit) may be inside")
        }
        do {
            let document = try SignedDocument(bytes, limits: limits)
            return Contents(document: document, value: try JSONModelDecoder(limits: limits).decode(type, from: document.root))
        } catch {
            throw DataModelError(.invalidValue, field: error.path.isEmpty ? field : "\(field).\(error.path)", reason: error.unquotedReason)
        }
    }
}

extension MultibaseEnvelope {
    /// How long so many bytes are in base58, at most: 1.366 characters for each.
    private static func base58Length(of bytes: Int) -> Int { bytes / 8 * 11 + 11 }
}

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
    /// - Throws: ``DataModelError`` `invalidValue`, also when the document has proofs.
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
