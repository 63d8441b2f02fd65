/// Reads the members of an object.
struct ModelKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoding: ModelDecoding
    private let object: Int
    private let depth: Int

    init(_ decoding: ModelDecoding, _ object: Int, depth: Int) throws {
        guard decoding.isObject(object) else { throw decoding.wrongKind(object, expected: JSONKind.object.description) }
        self.decoding = decoding
        self.object = object
        self.depth = depth
    }

    var codingPath: [any CodingKey] { decoding.steps(to: object) }

    /// The names of all members that are not `null`. Dictionaries skip `null` members, as other types do.
    var allKeys: [Key] {
        var keys: [Key] = []
        let end = decoding.endOfContainer(object)
        var position = object + 1
        while position < end {
            if !decoding.isNull(position + 1),
                let key = Key(stringValue: decoding.storage.string(decoding.node(position)))
            {
                keys.append(key)
            }
            position = decoding.storage.index(after: position + 1)
        }
        decoding.noteAmbiguity(of: object, among: keys)
        return keys
    }

    @inline(__always)
    private func find(_ key: Key, _ type: Any.Type) throws -> Int {
        guard let index = decoding.find(key, in: object, depth: depth) else {
            throw decoding.missing(key, in: object, expected: type)
        }
        return index
    }

    /// Returns the index of a member's value, or `nil` when the member is absent or `null`.
    @inline(__always)
    private func present(_ key: Key) -> Int? {
        guard let index = decoding.find(key, in: object, depth: depth), !decoding.isNull(index) else { return nil }
        return index
    }

    func contains(_ key: Key) -> Bool { decoding.find(key, in: object, depth: depth) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { decoding.isNull(try find(key, Optional<Never>.self)) }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoding.bool(find(key, type)) }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoding.string(find(key, type)) }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoding.double(find(key, type)) }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoding.float(find(key, type)) }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoding.integer(find(key, type)) }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoding.integer(find(key, type)) }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoding.integer(find(key, type)) }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoding.integer(find(key, type)) }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoding.integer(find(key, type)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try decoding.integer(find(key, type)) }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoding.integer(find(key, type)) }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoding.integer(find(key, type)) }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoding.integer(find(key, type)) }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoding.integer(find(key, type)) }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoding.integer(find(key, type)) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try decoding.integer(find(key, type)) }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
        try decoding.value(type, at: find(key, type), depth: depth)
    }

    // These methods replace the protocol's default implementations, which look each member up three times.
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
        try present(key).map { try decoding.bool($0) }
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
        try present(key).map { try decoding.string($0) }
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
        try present(key).map { try decoding.integer($0) }
    }
    func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
        try present(key).map { try decoding.integer($0) }
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
        try present(key).map { try decoding.double($0) }
    }
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
        guard let index = present(key) else { return nil }
        return try decoding.value(type, at: index, depth: depth)
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try nestedDecoder(find(key, [String: Never].self)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nestedDecoder(find(key, [Never].self)).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        guard let index = decoding.find(ModelPathKey("super"), in: object, depth: depth) else {
            throw decoding.missing(ModelPathKey("super"), in: object, expected: Any.self)
        }
        return try nestedDecoder(index)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder { try nestedDecoder(find(key, Any.self)) }

    private func nestedDecoder(_ index: Int) throws -> ModelValueDecoder { try decoding.nested(index, depth: depth) }
}
