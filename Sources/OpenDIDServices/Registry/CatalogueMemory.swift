import HeraldJSON
import Synchronization

/// Remembers schemas and plans by their bytes: most of what is read was read before, and is the same for everybody.
final class CatalogueMemory: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let bytes: [UInt8]
    }

    private struct State {
        var values: [Key: any Sendable] = [:]
        var size = 0
    }

    /// The bytes of JSON that are remembered; values take some times as much. Beyond it the memory starts anew.
    private static let limit = 4 << 20
    private let state = Mutex(State())

    /// Decodes JSON, or returns what the same bytes were decoded to before.
    func value<Value: Decodable & Sendable>(of bytes: [UInt8]) throws -> Value {
        let key = Key(type: ObjectIdentifier(Value.self), bytes: bytes)
        if let known = state.withLock({ $0.values[key] }), let value = known as? Value { return value }
        let value = try JSONModelDecoder().decode(Value.self, from: bytes)
        state.withLock { state in
            if state.size + bytes.count > Self.limit { state = State() }
            if state.values.updateValue(value, forKey: key) == nil { state.size += bytes.count }
        }
        return value
    }
}
