/// What is wrong with a key, an address, a signature or an encoded text: a stable code, the field and a sentence for a person.
///
/// It never holds key or signature material: reasons speak of lengths, positions and rules only.
public struct KeysError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error; new ones may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The text or the bytes have the wrong length.
        public static let length = Code(rawValue: "length")
        /// The text is longer than this side is ready to work on.
        public static let tooLong = Code(rawValue: "too_long")
        /// A character is outside the alphabet of the encoding.
        public static let character = Code(rawValue: "character")
        /// A prefix that has to be there is not, or is unknown.
        public static let prefix = Code(rawValue: "prefix")
        /// Padding or leftover bits of an encoding are not as they have to be.
        public static let padding = Code(rawValue: "padding")
        /// A number is outside the range the curve or the rule allows.
        public static let range = Code(rawValue: "range")
        /// The checksum does not belong to the rest: the letter case of an address (EIP-55), the last bytes of an EOS text.
        public static let checksum = Code(rawValue: "checksum")
        /// The recovery byte (v) is not one of the accepted values.
        public static let recoveryByte = Code(rawValue: "recovery_byte")
        /// The key or signature is on a curve that cannot do what was asked.
        public static let curve = Code(rawValue: "curve")
        /// The bytes are no point on the curve.
        public static let point = Code(rawValue: "point")
        /// No public key can have made this signature.
        public static let unrecoverable = Code(rawValue: "unrecoverable")
        /// The curve library refused; valid input does not cause this.
        public static let refused = Code(rawValue: "refused")
    }

    /// What kind of error it is.
    public let code: Code
    /// What was being read, such as `address`, `signature.s` or `multibase`.
    public let field: String
    /// A sentence for a person; never contains a secret.
    public let reason: String

    /// An error with its place and a sentence for a person.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }
}
