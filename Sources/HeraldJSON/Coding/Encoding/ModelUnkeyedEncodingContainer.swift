/// Writes the elements of an array.
struct ModelUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    private let tree: EncodedTree
    private let array: Int
    private let depth: Int

    init(_ tree: EncodedTree, _ array: Int, depth: Int) {
        tree.open(array, as: .array)
        self.tree = tree
        self.array = array
        self.depth = depth
    }

    var codingPath: [any CodingKey] { tree.steps(to: array) }
    var count: Int { Int(tree.nodes[array].count) }

    private func place() -> Int { tree.appendElement(to: array) }

    func encodeNil() throws { tree.set(place(), .null) }
    func encode(_ value: Bool) throws { tree.set(place(), value) }
    func encode(_ value: String) throws { tree.set(place(), value) }
    func encode(_ value: Double) throws { try tree.set(place(), value) }
    func encode(_ value: Float) throws { try tree.set(place(), value) }
    func encode(_ value: Int) throws { tree.set(place(), value) }
    func encode(_ value: Int8) throws { tree.set(place(), value) }
    func encode(_ value: Int16) throws { tree.set(place(), value) }
    func encode(_ value: Int32) throws { tree.set(place(), value) }
    func encode(_ value: Int64) throws { tree.set(place(), value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: Int128) throws { tree.set(place(), value) }
    func encode(_ value: UInt) throws { tree.set(place(), value) }
    func encode(_ value: UInt8) throws { tree.set(place(), value) }
    func encode(_ value: UInt16) throws { tree.set(place(), value) }
    func encode(_ value: UInt32) throws { tree.set(place(), value) }
    func encode(_ value: UInt64) throws { tree.set(place(), value) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func encode(_ value: UInt128) throws { tree.set(place(), value) }
    func encode<T: Encodable>(_ value: T) throws { try tree.write(value, at: place(), depth: depth) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
        nestedEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nestedEncoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { nestedEncoder() }

    private func nestedEncoder() -> ModelValueEncoder { ModelValueEncoder(tree, place(), depth: depth + 1) }
}
