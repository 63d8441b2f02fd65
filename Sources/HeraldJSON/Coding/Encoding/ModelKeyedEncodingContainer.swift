/// Writes the members of an object.
struct ModelKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    private let tree: EncodedTree
    private let object: Int
    private let depth: Int

    init(_ tree: EncodedTree, _ object: Int, depth: Int) {
        tree.open(object, as: .object)
        self.tree = tree
        self.object = object
        self.depth = depth
    }

    var codingPath: [any CodingKey] { tree.steps(to: object) }

    private func place(_ key: some CodingKey) -> Int { tree.appendMember(key.stringValue, to: object) }

    func encodeNil(forKey key: Key) throws { tree.set(place(key), .null) }
    func encode(_ value: Bool, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: String, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: Double, forKey key: Key) throws { try tree.set(place(key), value) }
    func encode(_ value: Float, forKey key: Key) throws { try tree.set(place(key), value) }
    func encode(_ value: Int, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: Int8, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: Int16, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: Int32, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: Int64, forKey key: Key) throws { tree.set(place(key), value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: UInt, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: UInt8, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: UInt16, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: UInt32, forKey key: Key) throws { tree.set(place(key), value) }
    func encode(_ value: UInt64, forKey key: Key) throws { tree.set(place(key), value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128, forKey key: Key) throws { tree.set(place(key), value) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
        try tree.write(value, at: place(key), depth: depth)
    }

    // These methods replace the protocol's default implementations, which look up the metadata of the optional type at run time.
    func encodeIfPresent(_ value: String?, forKey key: Key) throws {
        if let value { tree.set(place(key), value) }
    }
    func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
        if let value { try tree.write(value, at: place(key), depth: depth) }
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
        Nested
    > {
        nestedEncoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        nestedEncoder(key).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { nestedEncoder(ModelPathKey("super")) }
    func superEncoder(forKey key: Key) -> any Encoder { nestedEncoder(key) }

    private func nestedEncoder(_ key: some CodingKey) -> ModelValueEncoder {
        ModelValueEncoder(tree, place(key), depth: depth + 1)
    }
}
