/// An error in a key, an address, a signature or an encoded text: a stable code, the field, and a sentence for people.
///
/// It never contains key or signature material. The reasons name only lengths, positions and rules.
public struct KeysError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A stable name for a kind of error. New codes may be added.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code's stable text.
        public let rawValue: String
        /// A code by its text.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The text or the bytes have the wrong length.
        public static let length = Code(rawValue: "length")
        /// The text is longer than the decoder accepts.
        public static let tooLong = Code(rawValue: "too_long")
        /// A character is outside the alphabet of the encoding.
        public static let character = Code(rawValue: "character")
        /// A required prefix is absent or unknown.
        public static let prefix = Code(rawValue: "prefix")
        /// The padding or the unused bits of an encoding are wrong.
        public static let padding = Code(rawValue: "padding")
        /// A number is outside the range that the curve or the rule allows.
        public static let range = Code(rawValue: "range")
        /// The checksum is wrong: the letter case of an address (EIP-55), or the last bytes of an EOS text.
        public static let checksum = Code(rawValue: "checksum")
        /// The recovery byte (v) is not one of the accepted values.
        public static let recoveryByte = Code(rawValue: "recovery_byte")
        /// The curve of the key or signature does not support the operation.
        public static let curve = Code(rawValue: "curve")
        /// The bytes are not a point on the curve.
        public static let point = Code(rawValue: "point")
        /// No public key can have made this signature.
        public static let unrecoverable = Code(rawValue: "unrecoverable")
        /// libsecp256k1 or swift-crypto refused. Valid input does not cause this.
        public static let refused = Code(rawValue: "refused")
    }

    /// The kind of error.
    public let code: Code
    /// The name of the value that was read, such as `address`, `signature.s` or `multibase`.
    public let field: String
    /// A sentence for people. Never contains a secret.
    public let reason: String

    /// Creates an error about one field.
    public init(_ code: Code, field: String, reason: String) {
        self.code = code
        self.field = field
        self.reason = reason
    }

    public var description: String { "\(field): \(reason)" }
}
