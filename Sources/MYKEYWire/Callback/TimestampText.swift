/// A `timestamp` as it was written, because its digits are signed: a text, or a number from senders that write one. MYKEY sheet 4.1.
public struct TimestampText: Sendable, Hashable, CustomStringConvertible {
    /// The characters, such as `1606900362`.
    public let text: String
    /// Whether it stood in the JSON as a number.
    public let isNumber: Bool

    /// - Parameters:
    ///   - text: any text; ``seconds`` says whether it is in form.
    ///   - isNumber: whether it stood in the JSON as a number.
    public init(text: String, isNumber: Bool = false) {
        self.text = text
        self.isNumber = isNumber
    }

    /// Seconds since 1970, not before.
    public init(seconds: UInt32) { self.init(text: "\(seconds)") }

    /// Seconds since 1970; `nil` unless it is decimal digits without sign and leading zero that fit 64 bits.
    public var seconds: Int64? { ASCII.canonicalNumber(text.utf8).flatMap { Int64(exactly: $0) } }

    public var description: String { text }
}
