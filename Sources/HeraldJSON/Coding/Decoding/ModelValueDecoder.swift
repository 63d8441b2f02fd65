/// The decoder of one value, and its single-value container. It is small enough to be stored without a heap allocation.
struct ModelValueDecoder: Decoder, SingleValueDecodingContainer {
    let decoding: ModelDecoding
    private let packedIndex: Int32
    private let packedDepth: Int32

    init(_ decoding: ModelDecoding, _ index: Int, depth: Int) {
        self.decoding = decoding
        // An index fits into 32 bits, because a document has fewer than 2^31 nodes.
        packedIndex = Int32(truncatingIfNeeded: index)
        packedDepth = Int32(truncatingIfNeeded: depth)
    }

    var index: Int { Int(packedIndex) }
    var depth: Int { Int(packedDepth) }
    var codingPath: [any CodingKey] { decoding.steps(to: index) }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    /// The value as a tree.
    var tree: JSONValue { decoding.view(index).value }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(try ModelKeyedContainer<Key>(decoding, index, depth: depth))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try ModelUnkeyedContainer(decoding, index, depth: depth)
    }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { decoding.isNull(index) }
    func decode(_ type: Bool.Type) throws -> Bool { try decoding.bool(index) }
    func decode(_ type: String.Type) throws -> String { try decoding.string(index) }
    func decode(_ type: Double.Type) throws -> Double { try decoding.double(index) }
    func decode(_ type: Float.Type) throws -> Float { try decoding.float(index) }
    func decode(_ type: Int.Type) throws -> Int { try decoding.integer(index) }
    func decode(_ type: Int8.Type) throws -> Int8 { try decoding.integer(index) }
    func decode(_ type: Int16.Type) throws -> Int16 { try decoding.integer(index) }
    func decode(_ type: Int32.Type) throws -> Int32 { try decoding.integer(index) }
    func decode(_ type: Int64.Type) throws -> Int64 { try decoding.integer(index) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: Int128.Type) throws -> Int128 { try decoding.integer(index) }
    func decode(_ type: UInt.Type) throws -> UInt { try decoding.integer(index) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try decoding.integer(index) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try decoding.integer(index) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try decoding.integer(index) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try decoding.integer(index) }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoding.integer(index) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoding.value(type, inPlaceAt: index, depth: depth) }
}
