import HeraldKeys

/// Secret bytes inside the state of a run. They are written to the encrypted journal only and print nowhere.
struct FlowSecret: Codable, Sendable, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    let exposedBytes: [UInt8]

    init(_ bytes: [UInt8]) { exposedBytes = bytes }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        do {
            exposedBytes = try Hex.decode(try container.decode(String.self))
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
