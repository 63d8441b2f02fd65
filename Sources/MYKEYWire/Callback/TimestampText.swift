/// A `timestamp` as written, because its digits are signed. It is a string, or a number from senders that write one. MYKEY sheet 4.1.
public struct TimestampText: Sendable, Hashable, CustomStringConvertible {
    /// The characters, such as `1606900362`.
    public let text: String
    /// True when the JSON contained a number.
    public let isNumber: Bool

    /// Creates a timestamp.
    /// - Parameters:
    ///   - text: any text. ``seconds`` tells whether it is valid.
    ///   - isNumber: true when the JSON contained a number. Defaults to false.
    public init(text: String, isNumber: Bool = false) {
        self.text = text
        self.isNumber = isNumber
    }

    /// Creates a timestamp from seconds since 1970.
    public init(seconds: UInt32) { self.init(text: "\(seconds)") }

    /// The seconds since 1970. `nil` unless the text is a decimal number of 64 bits without a sign or a leading zero.
    public var seconds: Int64? { ASCII.canonicalNumber(text.utf8).flatMap { Int64(exactly: $0) } }

    public var description: String { text }
}
