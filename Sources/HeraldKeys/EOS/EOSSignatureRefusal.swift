/// Why a signature does not count as one of a key over a message (MYKEY sheet 6.6). The raw value is stable.
public enum EOSSignatureRefusal: String, Sendable, Hashable, CaseIterable, CustomStringConvertible {
    /// The key or the signature is not on secp256k1; P-256 is never accepted for a reserved key.
    case curve
    /// What was given as a digest does not have 32 bytes.
    case digest
    /// The header is outside 27 … 34.
    case header
    /// r or s is 0 or not below the curve order.
    case range
    /// r or s is not canonical.
    case notCanonical = "not_canonical"
    /// No key can have made it.
    case unrecoverable
    /// Another key made it, or made it over another message, or its header names the wrong one of the possible keys.
    case otherKey = "other_key"

    /// A sentence for a person.
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
