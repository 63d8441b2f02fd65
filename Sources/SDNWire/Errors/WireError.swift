/// What is wrong with an identifier, a path, a query or a body: a stable code, the field and a sentence for a person.
public struct WireError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// A value that has to be there is not.
        public static let missing = Code(rawValue: "missing")
        /// A value has the wrong form.
        public static let invalid = Code(rawValue: "invalid")
        /// A value is longer than the protocol allows.
        public static let tooLong = Code(rawValue: "too_long")
        /// A value is well formed, and this side does not know it.
        public static let unsupported = Code(rawValue: "unsupported")
    }

    /// What kind of error it is.
    public let code: Code
    /// The field as it is called on the wire, such as `identifier.address`.
    public let field: String
    /// A sentence for a person, without the value itself.
    public let reason: String

    /// An error about one field.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    /// Field and reason.
    public var description: String { "\(field): \(reason)" }
}
