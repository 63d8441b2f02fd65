/// Decodes from nothing: gives every type what it asks for. Where a type is particular about a string or number, it is offered others.
struct SampleDecoder: Decoder, SingleValueDecodingContainer {
    static let texts = [
        "text", "2024-08-28T09:30:00Z", "1", "did:omn:issuer?versionId=1#assert", "z3mJr7AoUXx2Wqd",
        "DocumentVerification",
    ]

    /// True if optional members are present.
    let isFull: Bool
    var choice = 0
    var depth = 0

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var text: String { Self.texts[choice] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        KeyedDecodingContainer(SampleMembers<Key>(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { SampleElements(decoder: self) }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

    func decodeNil() -> Bool { !isFull || depth > 12 }
    func decode(_ type: Bool.Type) throws -> Bool { true }
    func decode(_ type: String.Type) throws -> String { text }
    func decode(_ type: Double.Type) throws -> Double { 1 }
    func decode(_ type: Float.Type) throws -> Float { 1 }
    func decode(_ type: Int.Type) throws -> Int { 1 }
    func decode(_ type: Int8.Type) throws -> Int8 { 1 }
    func decode(_ type: Int16.Type) throws -> Int16 { 1 }
    func decode(_ type: Int32.Type) throws -> Int32 { 1 }
    func decode(_ type: Int64.Type) throws -> Int64 { 1 }
    func decode(_ type: UInt.Type) throws -> UInt { 1 }
    func decode(_ type: UInt8.Type) throws -> UInt8 { 1 }
    func decode(_ type: UInt16.Type) throws -> UInt16 { 1 }
    func decode(_ type: UInt32.Type) throws -> UInt32 { 1 }
    func decode(_ type: UInt64.Type) throws -> UInt64 { 1 }

    func decode<T: Decodable>(_ type: T.Type) throws -> T {
        if let type = type as? any CaseIterable.Type, let first = Self.first(of: type) as? T { return first }
        var refusal: (any Error)?
        for choice in Self.texts.indices {
            do {
                return try T(from: SampleDecoder(isFull: isFull, choice: choice, depth: depth + 1))
            } catch {
                refusal = refusal ?? error
            }
        }
        throw refusal ?? DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "no sample"))
    }

    private static func first<C: CaseIterable>(of type: C.Type) -> Any? { C.allCases.first }
}

/// Has every member that is asked for. A dictionary finds one.
private struct SampleMembers<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: SampleDecoder

    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { Key(stringValue: "en").map { [$0] } ?? [] }
    func contains(_ key: Key) -> Bool { decoder.isFull }
    func decodeNil(forKey key: Key) throws -> Bool { decoder.decodeNil() }
    func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { true }
    func decode(_ type: String.Type, forKey key: Key) throws -> String { "text" }
    func decode(_ type: Double.Type, forKey key: Key) throws -> Double { 1 }
    func decode(_ type: Float.Type, forKey key: Key) throws -> Float { 1 }
    func decode(_ type: Int.Type, forKey key: Key) throws -> Int { 1 }
    func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { 1 }
    func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { 1 }
    func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { 1 }
    func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { 1 }
    func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { 1 }
    func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { 1 }
    func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { 1 }
    func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { 1 }
    func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { 1 }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder.decode(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
        -> KeyedDecodingContainer<Nested>
    {
        try decoder.container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try decoder.unkeyedContainer()
    }
    func superDecoder() throws -> any Decoder { decoder }
    func superDecoder(forKey key: Key) throws -> any Decoder { decoder }
}

/// One element, or none.
private struct SampleElements: UnkeyedDecodingContainer {
    let decoder: SampleDecoder
    private(set) var currentIndex = 0

    init(decoder: SampleDecoder) { self.decoder = decoder }

    var codingPath: [any CodingKey] { [] }
    var count: Int? { decoder.isFull ? 1 : 0 }
    var isAtEnd: Bool { currentIndex >= (count ?? 0) }

    mutating func decodeNil() throws -> Bool { false }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
        currentIndex += 1
        return try decoder.decode(type)
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
        currentIndex += 1
        return try decoder.container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        currentIndex += 1
        return try decoder.unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder {
        currentIndex += 1
        return decoder
    }

    mutating func decode(_ type: Bool.Type) throws -> Bool { try one(true) }
    mutating func decode(_ type: String.Type) throws -> String { try one("text") }
    mutating func decode(_ type: Double.Type) throws -> Double { try one(1) }
    mutating func decode(_ type: Float.Type) throws -> Float { try one(1) }
    mutating func decode(_ type: Int.Type) throws -> Int { try one(1) }
    mutating func decode(_ type: Int8.Type) throws -> Int8 { try one(1) }
    mutating func decode(_ type: Int16.Type) throws -> Int16 { try one(1) }
    mutating func decode(_ type: Int32.Type) throws -> Int32 { try one(1) }
    mutating func decode(_ type: Int64.Type) throws -> Int64 { try one(1) }
    mutating func decode(_ type: UInt.Type) throws -> UInt { try one(1) }
    mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try one(1) }
    mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try one(1) }
    mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try one(1) }
    mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try one(1) }

    private mutating func one<T>(_ value: T) throws -> T {
        currentIndex += 1
        return value
    }
}
