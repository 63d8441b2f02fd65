/// An error in a text of the MYKEY protocol: a stable code, the field, and a sentence for people.
///
/// The error quotes no received text, so its reason can be shown and logged safely.
public struct MYKEYError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. Later versions may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text has the wrong structure.
        public static let syntax = Code(rawValue: "syntax")
        /// The text, or a list in it, exceeds a limit of ``MYKEYLimits``.
        public static let tooLong = Code(rawValue: "too_long")
        /// A percent escape, base64url or UTF-8 is invalid.
        public static let encoding = Code(rawValue: "encoding")
        /// The value of `param` has the undocumented, obfuscated form of the published wallet. It cannot be read (MYKEY sheet 3.2).
        public static let obfuscated = Code(rawValue: "obfuscated")
        /// The JSON is malformed, nested too deeply or contains a duplicate member.
        public static let json = Code(rawValue: "json")
        /// A required field is absent or empty.
        public static let missing = Code(rawValue: "missing")
        /// A field has the wrong JSON kind.
        public static let wrongKind = Code(rawValue: "wrong_kind")
        /// A value is unknown: a protocol, an action, a chain, or the form of an address.
        public static let unknown = Code(rawValue: "unknown")
        /// A number or a text is outside the range of its field.
        public static let value = Code(rawValue: "value")
        /// A parameter that may occur only once occurs twice.
        public static let repeated = Code(rawValue: "repeated")
        /// A request has expired, or its expiry is too far in the future (MYKEY sheet 3.7).
        public static let expired = Code(rawValue: "expired")
    }

    /// The kind of error.
    public let code: Code
    /// The name of the field with the error, such as `param`, `uuID` or `actions[2].data`.
    public let field: String
    /// A sentence for people, without a full stop.
    public let reason: String

    /// Creates an error.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }
}
