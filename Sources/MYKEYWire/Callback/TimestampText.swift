/// A `timestamp` exactly as it was written, because its digits are signed. It is a string, or a number if the sender wrote one. MYKEY sheet
/// 4.1.
public struct TimestampText: Sendable, Hashable, CustomStringConvertible {
    /// The characters, such as `1606900362`.
    public let text: String
    /// True if the JSON contained a number and not a string.
    public let isNumber: Bool

    /// Creates a timestamp.
    /// - Parameters:
    ///   - text: any text. ``time`` shows if it is valid.
    ///   - isNumber: true when the JSON contained a number. Defaults to false.
    public init(text: String, isNumber: Bool = false) {
        self.text = text
        self.isNumber = isNumber
    }

    /// Creates the timestamp of a point in time, which is valid from 1970 on.
    public init(_ time: UnixTime) { self.init(text: "\(time)") }

    /// The point in time. `nil` unless the text is a decimal number of 64 bits without a sign or a leading zero.
    public var time: UnixTime? {
        ASCII.canonicalNumber(text.utf8).flatMap { Int64(exactly: $0) }.map(UnixTime.init(seconds:))
    }

    public var description: String { text }
}
