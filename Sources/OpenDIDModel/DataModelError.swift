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
        /// A name is there already.
        public static let duplicate = Code(rawValue: "duplicate")
        /// There is nothing of this name.
        public static let unknown = Code(rawValue: "unknown")
        /// A document cannot follow the present version.
        public static let update = Code(rawValue: "update")
        /// A key is not listed for what it is to be used for.
        public static let purpose = Code(rawValue: "purpose")
        /// A status cannot follow the present one.
        public static let transition = Code(rawValue: "transition")
        /// The status of a DID does not allow what was asked for.
        public static let status = Code(rawValue: "status")
        /// A digest is malformed, is missing, or belongs to other data.
        public static let digest = Code(rawValue: "digest")
        /// A text is not an offer of any known form.
        public static let offer = Code(rawValue: "offer")
        /// The cipher is one that this side refuses, such as ECB, or was not among those offered.
        public static let cipher = Code(rawValue: "cipher")
        /// A key is not one of the curve, or no secret could be agreed with it.
        public static let keyAgreement = Code(rawValue: "key_agreement")
        /// A message could not be encrypted as asked.
        public static let encryption = Code(rawValue: "encryption")
        /// A message could not be decrypted and read; which of the two is not told (OpenDID sheet 6.2).
        public static let decryption = Code(rawValue: "decryption")
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
