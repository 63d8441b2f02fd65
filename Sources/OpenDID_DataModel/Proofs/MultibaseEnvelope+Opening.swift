import HeraldJSON
import HeraldKeys

extension MultibaseEnvelope {
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
    /// - Throws: `DataModelError` `invalidValue` with the path inside the envelope, such as `ownerDidDoc.versionId`.
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

    /// How long so many bytes are in base58, at most: 1.366 characters for each.
    private static func base58Length(of bytes: Int) -> Int { bytes / 8 * 11 + 11 }
}
