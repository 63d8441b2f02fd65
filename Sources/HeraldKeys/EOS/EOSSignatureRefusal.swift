/// The reason why a signature is not a valid signature of a key over a message (MYKEY sheet 6.6). The raw values are stable.
public enum EOSSignatureRefusal: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The key or the signature is not on secp256k1. A reserved key on P-256 is never accepted.
    case curve
    /// The digest does not have 32 bytes.
    case digest
    /// The header is outside 27 … 34.
    case header
    /// r or s is 0 or not below the curve order.
    case range
    /// r or s is not canonical.
    case notCanonical = "not_canonical"
    /// No key can have made this signature.
    case unrecoverable
    /// The signature recovers to another key. Another key made it, or the message differs, or the header is wrong.
    case otherKey = "other_key"

    /// A sentence for people.
    public var description: String {
        switch self {
        case .curve: "key and signature must both be on secp256k1 (K1)"
        case .digest: "the digest must have 32 bytes"
        case .header: "the header byte must be 27 to 34"
        case .range: "r and s must be above 0 and below the curve order"
        case .notCanonical: "r or s is not canonical"
        case .unrecoverable: "no public key can have made it over this message"
        case .otherKey: "it was not made by this key over this message"
        }
    }
}
