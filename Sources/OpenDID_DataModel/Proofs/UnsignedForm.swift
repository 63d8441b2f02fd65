import Crypto
import HeraldJSON
import OpenDIDModel

/// A document of the model with a proof that has no signature yet, in canonical form.
///
/// A signature covers the document with its own proof as the only one, without the signature in it (OpenDID sheet 2.2). The canonical form
/// of such a document is therefore already the text to sign. It need not be read and written again as ``SignedDocument`` does with a
/// received document.
struct UnsignedForm {
    private let bytes: [UInt8]

    /// Encodes a document.
    /// - Throws: `JSONError` if the document has no canonical form.
    init(_ document: some Jsonable) throws(JSONError) { bytes = try JSONModelEncoder().canonicalBytes(document) }

    /// Returns the digest that the signature covers.
    /// - Throws: `JSONError` or ``VerificationFailure`` as ``SignedDocument`` does.
    func digest() throws -> [UInt8] {
        // A member `proofs` that the type does not declare is not signed. A document that is too long is refused.
        guard !Self.names(proofsIn: bytes), bytes.count <= JSONLimits.model.maxBytes else {
            return try document().digest(.proof)
        }
        return Array(SHA256.hash(data: bytes))
    }

    /// Returns the document, for the digests of its claims.
    /// - Throws: `JSONError` as ``SignedDocument/init(_:limits:)`` does.
    func document() throws(JSONError) -> SignedDocument { try SignedDocument(bytes) }

    /// True if `"proofs"` occurs anywhere in the text. Its eight bytes are compared at once.
    static func names(proofsIn text: [UInt8]) -> Bool {
        text.withUnsafeBytes { text in
            let wanted = Array("\"proofs\"".utf8).withUnsafeBytes { $0.loadUnaligned(as: UInt64.self) }
            var place = 0
            while place + 8 <= text.count {
                if text.loadUnaligned(fromByteOffset: place, as: UInt64.self) == wanted { return true }
                place += 1
            }
            return false
        }
    }
}
