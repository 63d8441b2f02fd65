/// A type that ``UTCDatetime`` can wrap: `String` or `String?`.
public protocol UTCDatetimeValue: Sendable, Hashable {
    /// The text of the datetime, or `nil` if there is none.
    var datetimeText: String? { get }
    /// Returns a value of this type with the given text.
    static func holding(_ text: String) -> Self
}

extension String: UTCDatetimeValue {
    /// The text itself.
    public var datetimeText: String? { self }
    /// Returns the text itself.
    public static func holding(_ text: String) -> String { text }
}

extension Optional: UTCDatetimeValue where Wrapped == String {
    /// The text, or `nil` if there is none.
    public var datetimeText: String? { self }
    /// Returns the text itself.
    public static func holding(_ text: String) -> String? { text }
}

/// A datetime of RFC 3339. It preserves the text that was read, because a signature covers that text (OpenDID sheet 1.3, 4.7).
///
/// Decoding accepts `yyyy-MM-ddTHH:mm:ss`, up to nine digits of fraction, and `Z` or `±HH:MM`. It also accepts the digits of Arabic, Persian,
/// Hindi, Bengali, Dzongkha and Burmese, because deployed Android wallets in these languages write them. Encoding writes exactly the text
/// that was read. For a property `created`, `$created` is the point in time. `$created` is `nil` if there is no text, or if a malformed text
/// was set.
///
/// OpenDID sheet 4.9, #35: the original text does not define this wrapper, and the original implementation accepts any text.
@propertyWrapper
public struct UTCDatetime<Value: UTCDatetimeValue>: Sendable, Hashable {
    /// The text as it was read or set.
    public var wrappedValue: Value

    /// Creates a datetime from any text, without checking it. ``init(validating:)`` checks the text.
    public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }

    /// Creates the datetime of a point in time, in whole seconds.
    public init(_ instant: UTCInstant) { wrappedValue = Value.holding(instant.text) }

    /// Creates a datetime from a well-formed text.
    /// - Throws: ``DataModelError`` with code `datetime` if the text is malformed.
    public init(validating text: String) throws(DataModelError) {
        _ = try UTCInstant(text)
        wrappedValue = Value.holding(text)
    }

    /// The point in time, or `nil` if there is no text or if the text is malformed.
    public var projectedValue: UTCInstant? { wrappedValue.datetimeText.flatMap(UTCInstant.parsed) }
}

extension UTCDatetime: Decodable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard UTCInstant.parsed(text) != nil else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
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
    /// Lets the synthesised `Codable` conformance decode an optional datetime whose member is absent.
    /// - Throws: `DecodingError` if the datetime is present and malformed.
    public func decode(_ type: UTCDatetime<String?>.Type, forKey key: Key) throws -> UTCDatetime<String?> {
        try decodeIfPresent(type, forKey: key) ?? UTCDatetime(wrappedValue: nil)
    }
}

extension KeyedEncodingContainer {
    /// Lets the synthesised `Codable` conformance leave out an optional datetime that is `nil`.
    /// - Throws: the error of the encoder.
    public mutating func encode(_ value: UTCDatetime<String?>, forKey key: Key) throws {
        if let text = value.wrappedValue { try encode(text, forKey: key) }
    }
}
