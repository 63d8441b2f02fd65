/// Why a JSON text or value was not accepted.
///
/// It does not quote strings of the text, which may hold a secret, with one exception: `invalidValue` quotes up to 64 characters of a
/// value that a type refused, because "not one of these" helps nobody without it. A type whose values are secret throws a
/// ``JSONError`` of its own.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable code; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text breaks the grammar of RFC 8259.
        public static let syntax = Code(rawValue: "syntax")
        /// A string holds bytes that are not UTF-8, or an escape of half a surrogate pair.
        public static let invalidUTF8 = Code(rawValue: "invalid_utf8")
        /// More containers are nested than ``JSONLimits/maxDepth`` allows.
        public static let tooDeep = Code(rawValue: "too_deep")
        /// The text is longer than ``JSONLimits/maxBytes``.
        public static let tooLarge = Code(rawValue: "too_large")
        /// A required member is absent.
        public static let missingMember = Code(rawValue: "missing_member")
        /// A member is there but of another kind.
        public static let wrongKind = Code(rawValue: "wrong_kind")
        /// A number does not fit its type.
        public static let outOfRange = Code(rawValue: "out_of_range")
        /// A value is of the right kind, but its type does not take it: an unknown case of an enumeration, a malformed date.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// The value has no canonical form.
        public static let notCanonical = Code(rawValue: "not_canonical")
        /// An object names a member twice and the limits refuse that, or a dictionary would take two names for one.
        public static let duplicateMember = Code(rawValue: "duplicate_member")
    }

    /// What kind of error it is.
    public let code: Code
    /// The member concerned, such as `identifier.did` or `chunk[3].type`; empty for the whole text.
    public let path: String
    /// Where in the text, in bytes from its start, when known.
    public let offset: Int?
    /// A sentence for a person, without full stop.
    public let reason: String

    /// An error with its place and a sentence for a person.
    public init(_ code: Code, path: String = "", offset: Int? = nil, reason: String) {
        self.code = code
        self.path = path
        self.offset = offset
        self.reason = reason
    }

    public var description: String {
        var text = "JSON \(code.rawValue)"
        if !path.isEmpty { text += " at \(path)" }
        if let offset { text += " (byte \(offset))" }
        return text + ": " + reason
    }
}
