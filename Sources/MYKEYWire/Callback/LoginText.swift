import HeraldKeys

/// The text that a login signs: `timestamp ‖ account ‖ uuID ‖ ref`, joined without separators. MYKEY sheet 4.2.
///
/// The text does not say which dapp, server or chain it is for, nor where one field ends (MYKEY sheet 9.1, 9.2). A server must therefore compare each
/// field with the expected value. ``SignInMessage`` does not have these weaknesses.
public enum LoginText {
    /// Joins the four fields, and `mykeyUID` for the separate signature over it.
    public static func joined(timestamp: String, account: String, uuID: String, ref: String, mykeyUID: String = "")
        -> String
    {
        timestamp + account + uuID + ref + mykeyUID
    }

    /// Returns the digest that is signed on EOS: SHA-256 of the UTF-8 bytes, applied once.
    public static func eosDigest(_ text: String) -> [UInt8] { HeraldSHA256.hash(Array(text.utf8)) }

    /// Returns Keccak-256 of the UTF-8 bytes. `personal_sign` is applied to it on Ethereum, and ERC-1271 takes it as `hash` (MYKEY sheet 7.3, 8.4).
    public static func ethereumHash(_ text: String) -> [UInt8] { Keccak256.hash(Array(text.utf8)) }

    /// Returns the digest that is signed on Ethereum: the `personal_sign` digest of the 32 bytes of ``ethereumHash(_:)``.
    public static func ethereumDigest(_ text: String) -> [UInt8] { PersonalMessage.digest(ethereumHash(text)) }
}
