import HeraldJSON
import HeraldKeys
import OpenDID_DataModel

/// Converts records to bytes and back. Only this library writes records, so a record that cannot be read is damaged.
enum StoredRecord {
    /// Returns the canonical JSON of a record.
    /// - Parameter field: the name of the record in errors.
    /// - Throws: ``WalletError`` with code `parameter` if the record has no canonical form.
    static func bytes(_ record: some Encodable, field: String) throws(WalletError) -> [UInt8] {
        do {
            return try JSONModelEncoder().canonicalBytes(record)
        } catch {
            throw WalletError(
                .parameter, field: field, reason: "the value cannot be stored: \(error.code.rawValue) at \(error.path)")
        }
    }

    /// Reads a record.
    /// - Throws: ``WalletError`` with code `damaged` if the record cannot be read.
    static func read<Record: Decodable>(_ type: Record.Type, _ bytes: [UInt8], field: String) throws(WalletError)
        -> Record
    {
        do {
            // The limit is large enough for several credentials with pictures. Other rows are far smaller.
            return try JSONModelDecoder(limits: JSONLimits(maxBytes: 256 << 20, maxDepth: 64)).decode(type, from: bytes)
        } catch {
            throw WalletError(.damaged, field: field, reason: "a stored record cannot be read")
        }
    }
}

/// Bytes in a stored record. They are encoded as base64, because JSON has no type for bytes and a list of numbers would be four times as
/// long.
///
/// The description is redacted, because the bytes may be a private key.
struct StoredBytes: Codable, Sendable, Hashable, CustomStringConvertible, CustomDebugStringConvertible,
    CustomReflectable
{
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let bytes = try? Base64.decode(container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "base64 expected")
        }
        self.bytes = bytes
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Base64.encode(bytes))
    }

    var description: String { "StoredBytes(\(bytes.count) bytes)" }
    var debugDescription: String { description }
    /// An empty mirror, so that `dump` does not show the content.
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// A point in time in a stored record, encoded as text with nanoseconds.
struct StoredInstant: Codable, Sendable, Hashable {
    let instant: UTCInstant

    init(_ instant: UTCInstant) { self.instant = instant }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let instant = try? UTCInstant(container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "a datetime expected")
        }
        self.instant = instant
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(instant.text(fractionDigits: 9))
    }
}
