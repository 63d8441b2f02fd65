import HeraldKeys

/// Secret bytes in the state of a run. They are written only to the encrypted journal. The description is redacted, and the memory is
/// overwritten when the last copy of the state is released.
struct FlowSecret: Codable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    private let held: SecretBytes

    /// A copy of the secret bytes. The copy is not overwritten automatically.
    var exposedBytes: [UInt8] { held.withBytes { Array(UnsafeBufferPointer(start: $0, count: held.count)) } }

    init(_ bytes: [UInt8]) { held = SecretBytes(copying: bytes) }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            held = SecretBytes(copying: try Hex.decode(try container.decode(String.self)))
        } catch let error as KeysError {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: error.reason)
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(Hex.encode(exposedBytes))
    }

    var description: String { "FlowSecret(redacted)" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
