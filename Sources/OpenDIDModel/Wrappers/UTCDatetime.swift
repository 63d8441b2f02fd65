/// What ``UTCDatetime`` can wrap: `String` and `String?`.
public protocol UTCDatetimeValue: Sendable, Hashable {
    /// The text, where there is one.
    var datetimeText: String? { get }
    /// The value that holds a text.
    static func holding(_ text: String) -> Self
}

extension String: UTCDatetimeValue {
    /// The text itself.
    public var datetimeText: String? { self }
    /// The text itself.
    public static func holding(_ text: String) -> String { text }
}

extension Optional: UTCDatetimeValue where Wrapped == String {
    /// The text, where there is one.
    public var datetimeText: String? { self }
    /// The text itself.
    public static func holding(_ text: String) -> String? { text }
}

/// A datetime of RFC 3339 that stays the text it was, because the text is what was signed (OpenDID sheet 1.3, 4.7).
///
/// Decoding refuses a malformed one: `yyyy-MM-ddTHH:mm:ss`, up to nine digits of fraction, `Z` or `±HH:MM`. Encoding gives exactly
/// the text that was read. `$created` is the moment, `nil` where there is none or a program put in something malformed.
///
/// OpenDID sheet 4.9, #35: the original text leaves this wrapper to be defined, and its implementation takes any text.
@propertyWrapper
public struct UTCDatetime<Value: UTCDatetimeValue>: Sendable, Hashable {
    /// The text as it was read or set.
    public var wrappedValue: Value

    /// Takes any text; ``init(validating:)`` is the one that looks at it.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// The text of a moment, in whole seconds.
    public init(_ instant: UTCInstant) { wrappedValue = Value.holding(instant.text) }

    /// Takes a well-formed text only.
    /// - Throws: ``DataModelError`` `datetime`.
    public init(validating text: String) throws(DataModelError) {
        _ = try UTCInstant(text)
        wrappedValue = Value.holding(text)
    }

    /// The moment; `nil` where there is no text or it is malformed.
    public var projectedValue: UTCInstant? { wrappedValue.datetimeText.flatMap(UTCInstant.parsed) }
}

extension UTCDatetime: Decodable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard UTCInstant.parsed(text) != nil else {
            throw DecodingError.dataCorrupted(DecodingError.Context(
                codingPath: decoder.codingPath,
                debugDescription: "a datetime looks like 2024-08-28T09:30:00Z"))
        }
        wrappedValue = Value.holding(text)
    }
}

extension UTCDatetime: Encodable {
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let text = wrappedValue.datetimeText { try container.encode(text) } else { try container.encodeNil() }
    }
}

extension KeyedDecodingContainer {
    /// Lets synthesised `Codable` read an optional datetime that is absent.
    public func decode(_ type: UTCDatetime<String?>.Type, forKey key: Key) throws -> UTCDatetime<String?> {
        try decodeIfPresent(type, forKey: key) ?? UTCDatetime(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Lets synthesised `Codable` leave out an optional datetime that is not there.
    public mutating func encode(_ value: UTCDatetime<String?>, forKey key: Key) throws {
        if let text = value.wrappedValue { try encode(text, forKey: key) }
    }
}
