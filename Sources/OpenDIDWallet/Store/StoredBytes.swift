import HeraldKeys

/// Bytes in a stored record. They are base64 text, because JSON has no bytes and a list of numbers is four times as long.
///
/// They may be a private key. Therefore the description is redacted.
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
