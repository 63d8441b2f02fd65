/// The encoder of one value, and its single-value container. It is small enough to be stored without a heap allocation.
struct ModelValueEncoder: Encoder, SingleValueEncodingContainer {
    let tree: EncodedTree
    private let packedIndex: Int32
    private let packedDepth: Int32

    init(_ tree: EncodedTree, _ index: Int, depth: Int) {
        self.tree = tree
        packedIndex = Int32(truncatingIfNeeded: index)
        packedDepth = Int32(truncatingIfNeeded: depth)
    }

    var index: Int { Int(packedIndex) }
    var depth: Int { Int(packedDepth) }
    var codingPath: [any CodingKey] { tree.steps(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func write(_ value: JSONValue) throws { try tree.write(value, at: index, depth: depth) }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(ModelKeyedEncodingContainer<Key>(tree, index, depth: depth))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer { ModelUnkeyedEncodingContainer(tree, index, depth: depth) }
    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func encodeNil() throws { tree.set(index, .null) }
    func encode(_ value: Bool) throws { tree.set(index, value) }
    func encode(_ value: String) throws { tree.set(index, value) }
    func encode(_ value: Double) throws { try tree.set(index, value) }
    func encode(_ value: Float) throws { try tree.set(index, value) }
    func encode(_ value: Int) throws { tree.set(index, value) }
    func encode(_ value: Int8) throws { tree.set(index, value) }
    func encode(_ value: Int16) throws { tree.set(index, value) }
    func encode(_ value: Int32) throws { tree.set(index, value) }
    func encode(_ value: Int64) throws { tree.set(index, value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { tree.set(index, value) }
    func encode(_ value: UInt) throws { tree.set(index, value) }
    func encode(_ value: UInt8) throws { tree.set(index, value) }
    func encode(_ value: UInt16) throws { tree.set(index, value) }
    func encode(_ value: UInt32) throws { tree.set(index, value) }
    func encode(_ value: UInt64) throws { tree.set(index, value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { tree.set(index, value) }
    func encode<T: Encodable>(_ value: T) throws { try tree.write(value, at: index, depth: depth) }
}
