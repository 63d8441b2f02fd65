/// Why a text of the MYKEY protocol could not be read or may not be written: a stable code, the field and a sentence for a person.
///
/// It quotes no text that came from outside, so a reason is safe to show and to log.
public struct MYKEYError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text is not built as it has to be.
        public static let syntax = Code(rawValue: "syntax")
        /// The text, or a list in it, is longer than the limits of ``MYKEYLimits``.
        public static let tooLong = Code(rawValue: "too_long")
        /// A percent triplet, base64url or UTF-8 does not decode.
        public static let encoding = Code(rawValue: "encoding")
        /// The value of `param` has the form of upstream's closed obfuscation, which nobody can read (MYKEY sheet 3.2).
        public static let obfuscated = Code(rawValue: "obfuscated")
        /// The JSON breaks its grammar, nests too deep or names a member twice.
        public static let json = Code(rawValue: "json")
        /// A field is absent or empty that has to be there.
        public static let missing = Code(rawValue: "missing")
        /// A field is of another JSON kind than it has to be.
        public static let wrongKind = Code(rawValue: "wrong_kind")
        /// A word is none of the known ones: a protocol, an action, a chain, an address form.
        public static let unknown = Code(rawValue: "unknown")
        /// A number or a text is outside what its field allows.
        public static let value = Code(rawValue: "value")
        /// A parameter comes twice and only one can be meant.
        public static let repeated = Code(rawValue: "repeated")
        /// A request is no longer valid, or was made too far ahead (MYKEY sheet 3.7).
        public static let expired = Code(rawValue: "expired")
    }

    /// What kind of error it is.
    public let code: Code
    /// What was being read, such as `param`, `uuID` or `actions[2].data`.
    public let field: String
    /// A sentence for a person, without full stop.
    public let reason: String

    /// An error with its place and a sentence for a person.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }
}
