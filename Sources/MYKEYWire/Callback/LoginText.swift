import HeraldKeys

/// The text over which a login's signature is made: `timestamp ‖ account ‖ uuID ‖ ref`, joined without separators. MYKEY sheet 4.2.
///
/// The text does not name the dapp, the server or the chain, and does not show where a field ends (MYKEY sheet 9.1, 9.2). A server must
/// therefore compare each field with the expected value. ``SignInMessage`` does not have these weaknesses.
public enum LoginText {
    /// Joins the four fields. If `mykeyUID` is given, it is appended. The wallet makes a separate signature over the text with `mykeyUID`.
    public static func joined(timestamp: String, account: String, uuID: String, ref: String, mykeyUID: String = "")
        -> String
    {
        timestamp + account + uuID + ref + mykeyUID
    }

    /// Returns the digest that is signed on EOS: SHA-256 of the UTF-8 bytes, applied only once.
    public static func eosDigest(_ text: String) -> [UInt8] { HeraldSHA256.hash(Array(text.utf8)) }

    /// Returns Keccak-256 of the UTF-8 bytes. On Ethereum, this hash is the message of `personal_sign`, and the argument `hash` of ERC-1271
    /// (MYKEY sheet 7.3, 8.4).
    public static func ethereumHash(_ text: String) -> [UInt8] { Keccak256.hash(Array(text.utf8)) }

    /// Returns the digest that is signed on Ethereum: the `personal_sign` digest of the 32 bytes of ``ethereumHash(_:)``.
    public static func ethereumDigest(_ text: String) -> [UInt8] { PersonalMessage.digest(ethereumHash(text)) }
}
