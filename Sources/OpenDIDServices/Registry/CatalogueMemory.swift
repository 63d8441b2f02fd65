import HeraldJSON
import Synchronization

/// Caches decoded schemas, plans and certificates by the bytes of their JSON. The cache is useful because most reads repeat earlier ones, and every
/// client gets the same values.
final class CatalogueMemory: Sendable {
    private struct Key: Hashable {
        let type: ObjectIdentifier
        let bytes: [UInt8]
    }

    private struct State {
        var values: [Key: any Sendable] = [:]
        var size = 0
    }

    /// The most bytes of JSON text whose decoded values are cached. The decoded values take several times as much memory. When the cache is
    /// full, it is emptied.
    private static let limit = 4 << 20
    private let state = Mutex(State())

    /// Decodes JSON, or returns the cached value of the same bytes.
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
