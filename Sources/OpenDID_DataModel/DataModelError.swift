/// What is wrong with a document, an identifier or a text of the OpenDID model: a stable code, the field and a sentence for a person.
///
/// It never holds key, token or plaintext material. Faults of the JSON text itself are `JSONError`s.
public struct DataModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A datetime is not `yyyy-MM-ddTHH:mm:ss`, a fraction of up to nine digits, and `Z` or `±HH:MM`.
        public static let datetime = Code(rawValue: "datetime")
        /// A DID document's version is not `[1-9][0-9]*`.
        public static let versionId = Code(rawValue: "version_id")
        /// A text is not a DID, or a DID cannot be made from what was given.
        public static let did = Code(rawValue: "did")
        /// A text is not a DID URL.
        public static let didURL = Code(rawValue: "did_url")
        /// A member holds a value that the document's rules do not allow.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// A member that the rules require is absent.
        public static let missing = Code(rawValue: "missing")
    }

    /// What kind of error it is.
    public let code: Code
    /// The member concerned as a JSON path, such as `verificationMethod[0].id`; empty for the whole.
    public let field: String
    /// A sentence for a person, without full stop.
    public let reason: String

    /// An error with its field and a sentence for a person; of either at most 512 code points are kept.
    public init(_ code: Code, field: String = "", reason: String) {
        self.code = code
        self.field = Excerpt.of(field, limit: Excerpt.sentenceLength)
        self.reason = Excerpt.of(reason, limit: Excerpt.sentenceLength)
    }

    public var description: String {
        field.isEmpty ? "data model \(code.rawValue): \(reason)" : "data model \(code.rawValue) at \(field): \(reason)"
    }
}
