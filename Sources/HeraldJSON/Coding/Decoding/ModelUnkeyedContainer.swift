/// Reads the elements of an array.
struct ModelUnkeyedContainer: UnkeyedDecodingContainer {
    private let decoding: ModelDecoding
    private let array: Int
    private let depth: Int
    private let end: Int
    private var position: Int
    private(set) var currentIndex = 0

    init(_ decoding: ModelDecoding, _ array: Int, depth: Int) throws {
        guard decoding.firstByte(array) == UInt8(ascii: "[") else {
            throw decoding.wrongKind(array, expected: JSONKind.array.description)
        }
        self.decoding = decoding
        self.array = array
        self.depth = depth
        end = decoding.endOfContainer(array)
        position = array + 1
    }

    var codingPath: [any CodingKey] { decoding.steps(to: array) }
    var count: Int? { decoding.view(array).count }
    var isAtEnd: Bool { position >= end }

    /// Moves to the next element after reading one. An element that could not be read stays the next one.
    @inline(__always)
    private mutating func next<T>(_ type: T.Type, _ read: (Int) throws -> T) throws -> T {
        guard position < end else { throw decoding.pastEnd(array, place: currentIndex, expected: type) }
        let value = try read(position)
        position = decoding.storage.index(after: position)
        currentIndex += 1
        return value
    }

    mutating func decodeNil() throws -> Bool {
        guard position < end else { throw decoding.pastEnd(array, place: currentIndex, expected: Any.self) }
        guard decoding.isNull(position) else { return false }
        position += 1
        currentIndex += 1
        return true
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try next(type) { [decoding] in try decoding.bool($0) } }
    mutating func decode(_ type: String.Type) throws -> String {
        try next(type) { [decoding] in try decoding.string($0) }
    }
    mutating func decode(_ type: Double.Type) throws -> Double {
        try next(type) { [decoding] in try decoding.double($0) }
    }
    mutating func decode(_ type: Float.Type) throws -> Float { try next(type) { [decoding] in try decoding.float($0) } }
    mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

    private mutating func integer<I: FixedWidthInteger>() throws -> I {
        try next(I.self) { [decoding] in try decoding.integer($0) }
    }

    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        try next(type) { [decoding, depth] in try decoding.value(type, at: $0, depth: depth) }
    }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        try next(KeyedDecodingContainer<Nested>.self) { [decoding, depth] in
            try decoding.nested($0, depth: depth).container(keyedBy: type)
        }
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        try next((any UnkeyedDecodingContainer).self) { [decoding, depth] in
            try decoding.nested($0, depth: depth).unkeyedContainer()
        }
    }

    mutating func superDecoder() throws -> any Decoder {
        try next((any Decoder).self) { [decoding, depth] in try decoding.nested($0, depth: depth) }
    }
}
