import HeraldJSON
import HeraldKeys

extension MultibaseEnvelope {
    /// The content of an envelope, in two forms: the received document, over which signatures are checked, and the value that was decoded
    /// from the document.
    public struct Contents<Value: Decodable & Sendable>: Sendable {
        /// The received document, over which signatures are checked.
        public let document: SignedDocument
        public let value: Value
    }

    /// Decodes an envelope in any multibase encoding.
    /// - Parameters:
    ///   - text: the multibase text.
    ///   - type: the expected type of the content.
    ///   - field: the member that has the text, for errors.
    ///   - limits: the limits for the document. Defaults to `JSONLimits.model`.
    ///   - byteLimit: the largest number of bytes in the envelope. A text that must contain more bytes is refused before it is decoded. By
    ///     default, only the limits of `Multibase.decode(_:base58Limit:)` apply.
    /// - Throws: `DataModelError` with code `invalidValue` and the path in the envelope, such as `ownerDidDoc.versionId`.
    public static func open<Value: Decodable & Sendable>(
        _ text: String, as type: Value.Type = Value.self, field: String, limits: JSONLimits = .model,
        byteLimit: Int? = nil
    ) throws(DataModelError) -> Contents<Value> {
        if let byteLimit, text.utf8.count > 2 * byteLimit + 1 {
            // No encoding takes more than two characters for a byte; hexadecimal digits take two. A longer text therefore contains too many
            // bytes.
            throw DataModelError(
                .invalidValue, field: field, reason: "\(text.utf8.count) characters are too many for \(byteLimit) bytes"
            )
        }
        let bytes: [UInt8]
        do {
            bytes = try Multibase.decode(
                text, base58Limit: byteLimit.map { base58Length(of: $0) } ?? Base58.defaultLimit
            ).bytes
        } catch {
            throw DataModelError(.invalidValue, field: field, reason: error.reason)
        }
        if let byteLimit, bytes.count > byteLimit {
            throw DataModelError(
                .invalidValue, field: field,
                reason: "\(bytes.count) bytes are too many, at most \(byteLimit) may be inside")
        }
        do {
            let document = try SignedDocument(bytes, limits: limits)
            return Contents(
                document: document, value: try JSONModelDecoder(limits: limits).decode(type, from: document.root))
        } catch {
            throw DataModelError(
                .invalidValue, field: error.path.isEmpty ? field : "\(field).\(error.path)",
                reason: error.unquotedReason)
        }
    }

    /// Returns the largest number of base58 characters that the given number of bytes takes. A byte takes up to 1.366 characters.
    private static func base58Length(of bytes: Int) -> Int { bytes / 8 * 11 + 11 }
}
