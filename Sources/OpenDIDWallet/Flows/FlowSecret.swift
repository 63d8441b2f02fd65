import HeraldKeys

/// Secret bytes in the state of a run. They are written only to the encrypted journal. The description is redacted, and the memory is
/// overwritten when the last copy of the state is released.
struct FlowSecret: Codable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let held: SecretBytes

    /// A copy of the secret bytes. The copy is not overwritten automatically.
    var exposedBytes: [UInt8] { held.withBytes { Array(UnsafeBufferPointer(start: $0, count: held.count)) } }

    init(_ bytes: [UInt8]) { held = SecretBytes(copying: bytes) }

    /// Creates the value, and overwrites the given bytes if no other value shares their memory.
    init(erasing bytes: consuming [UInt8]) {
        var plain = bytes
        held = SecretBytes(copying: plain)
        plain.withUnsafeMutableBytes { SecretBytes.wipe($0) }
    }

    /// Runs `body` with a copy of the secret bytes. The copy is overwritten afterwards.
    func withBytes<Result>(_ body: ([UInt8]) throws -> Result) rethrows -> Result {
        var copy = exposedBytes
        defer { copy.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        return try body(copy)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            self.init(erasing: try Hex.decode(try container.decode(String.self)))
        } catch let error as KeysError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.reason)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        let text = withBytes { bytes in Hex.encode(bytes) }
        try container.encode(text)
    }

    var description: String { "FlowSecret(redacted)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
