/// An error in an identifier, a path, a query or a body: a stable code, the field, and a sentence for people.
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. New codes may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A required value is absent.
        public static let missing = Code(rawValue: "missing")
        /// A value has the wrong form.
        public static let invalid = Code(rawValue: "invalid")
        /// A value is longer than the protocol allows.
        public static let tooLong = Code(rawValue: "too_long")
        /// A value is well formed, but Herald does not support it.
        public static let unsupported = Code(rawValue: "unsupported")
    }

    /// The kind of error.
    public let code: Code
    /// The name of the field on the wire, such as `identifier.address`.
    public let field: String
    /// A sentence for people. It does not contain the value.
    public let reason: String

    /// Creates an error about one field.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    /// The field and the reason.
    public var description: String { "\(field): \(reason)" }
}
