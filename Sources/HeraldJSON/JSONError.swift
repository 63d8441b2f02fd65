/// An error in a JSON text or value.
///
/// It does not quote strings from the text, because they may be secret. The only exception is `invalidValue`, which quotes up to 64 characters of
/// the value that a type refused, because the message would be useless without it. A type with secret values should throw its own
/// ``JSONError``.
public struct JSONError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable code. New codes may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The text breaks the grammar of RFC 8259.
        public static let syntax = Code(rawValue: "syntax")
        /// A string contains bytes that are not UTF-8, or an escape of half a surrogate pair.
        public static let invalidUTF8 = Code(rawValue: "invalid_utf8")
        /// More containers are nested than ``JSONLimits/maxDepth`` allows.
        public static let tooDeep = Code(rawValue: "too_deep")
        /// The text is longer than ``JSONLimits/maxBytes``.
        public static let tooLarge = Code(rawValue: "too_large")
        /// A required member is absent.
        public static let missingMember = Code(rawValue: "missing_member")
        /// A member is of another kind than expected.
        public static let wrongKind = Code(rawValue: "wrong_kind")
        /// A number does not fit its type.
        public static let outOfRange = Code(rawValue: "out_of_range")
        /// A value is of the right kind, but its type rejects it, such as an unknown case of an enumeration or a malformed date.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// The value has no canonical form.
        public static let notCanonical = Code(rawValue: "not_canonical")
        /// An object contains a member twice although the limits forbid it, or a dictionary would treat two names as one.
        public static let duplicateMember = Code(rawValue: "duplicate_member")
    }

    /// The kind of error.
    public let code: Code
    /// The path of the member, such as `identifier.did` or `chunk[3].type`. Empty for the whole text.
    public let path: String
    /// The position in the text, in bytes from its start, if known.
    public let offset: Int?
    /// A sentence for people, without a full stop.
    public let reason: String

    /// Creates an error.
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

/// Formats the path of a value, such as `rooms.join[3].name`.
enum JSONPath {
    static func appending(key: String, to path: String) -> String { path.isEmpty ? key : path + "." + key }
    static func appending(index: Int, to path: String) -> String { path + "[\(index)]" }
}
