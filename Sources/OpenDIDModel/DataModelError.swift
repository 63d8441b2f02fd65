/// A fault in a document, an identifier or a text of the OpenDID model: a stable code, the field and a sentence for people.
///
/// It never contains keys, tokens or plaintext. Faults of the JSON text itself are reported as `JSONError`.
public struct DataModelError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The stable name of a kind of error. Later versions may add codes.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// Creates a code from its text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A text is not a datetime. A datetime is `yyyy-MM-ddTHH:mm:ss`, optionally a fraction of up to nine digits, and `Z` or `±HH:MM`.
        public static let datetime = Code(rawValue: "datetime")
        /// The version of a DID document is not a decimal number without leading zeros: `[1-9][0-9]*`.
        public static let versionId = Code(rawValue: "version_id")
        /// A text is not a DID, or a DID cannot be made from the arguments.
        public static let did = Code(rawValue: "did")
        /// A text is not a DID URL.
        public static let didURL = Code(rawValue: "did_url")
        /// A member has a value that the document's rules do not allow.
        public static let invalidValue = Code(rawValue: "invalid_value")
        /// A member that the rules require is absent.
        public static let missing = Code(rawValue: "missing")
        /// An entry with the same name exists already.
        public static let duplicate = Code(rawValue: "duplicate")
        /// No entry has the given name.
        public static let unknown = Code(rawValue: "unknown")
        /// A DID document cannot be the next version after the current one.
        public static let update = Code(rawValue: "update")
        /// The DID document does not list the key for the required purpose.
        public static let purpose = Code(rawValue: "purpose")
        /// The status cannot be changed from its current value to the new value.
        public static let transition = Code(rawValue: "transition")
        /// The status of a DID does not allow the operation.
        public static let status = Code(rawValue: "status")
        /// A digest is malformed, is missing, or belongs to other data.
        public static let digest = Code(rawValue: "digest")
        /// A text is not an offer of any known form.
        public static let offer = Code(rawValue: "offer")
        /// The cipher is refused, such as ECB, or was not offered.
        public static let cipher = Code(rawValue: "cipher")
        /// A key is not on the curve, or no secret could be agreed with it.
        public static let keyAgreement = Code(rawValue: "key_agreement")
        /// A message could not be encrypted.
        public static let encryption = Code(rawValue: "encryption")
        /// A message could not be decrypted or read. The error does not say which of the two failed (OpenDID sheet 6.2).
        public static let decryption = Code(rawValue: "decryption")
    }

    /// The kind of error.
    public let code: Code
    /// The JSON path of the member, such as `verificationMethod[0].id`. Empty if the fault is in the whole document.
    public let field: String
    /// A sentence for people, without a full stop.
    public let reason: String

    /// Creates an error. Its field and its reason are shortened to 512 code points each.
    public init(_ code: Code, field: String = "", reason: String) {
        self.code = code
        self.field = Excerpt.of(field, limit: Excerpt.sentenceLength)
        self.reason = Excerpt.of(reason, limit: Excerpt.sentenceLength)
    }

    public var description: String {
        field.isEmpty ? "data model \(code.rawValue): \(reason)" : "data model \(code.rawValue) at \(field): \(reason)"
    }
}
