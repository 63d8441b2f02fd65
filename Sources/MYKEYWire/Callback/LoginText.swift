import HeraldKeys

/// The text that a login signs: `timestamp ‖ account ‖ uuID ‖ ref`, joined without separators. MYKEY sheet 4.2.
///
/// Nothing in it says which dapp, which server or which chain it is for, nor where one field ends (MYKEY sheet 9.1, 9.2): a server
/// compares each field with what it expects. ``SignInMessage`` is the text that does better.
public enum LoginText {
    /// The characters of the four fields, and of `mykeyUID` where its own signature is meant.
    public static func joined(timestamp: String, account: String, uuID: String, ref: String, mykeyUID: String = "") -> String {
        timestamp + account + uuID + ref + mykeyUID
    }

    /// What is signed over a text on EOS: SHA-256 of its UTF-8, once.
    public static func eosDigest(_ text: String) -> [UInt8] { HeraldSHA256.hash(Array(text.utf8)) }

    /// What `personal_sign` is applied to on Ethereum, and what ERC-1271 takes as `hash`: Keccak-256 of the UTF-8 (MYKEY sheet 7.3, 8.4).
    public static func ethereumHash(_ text: String) -> [UInt8] { Keccak256.hash(Array(text.utf8)) }

    /// What is signed over a text on Ethereum: the `personal_sign` digest of the 32 bytes of ``ethereumHash(_:)``.
    public static func ethereumDigest(_ text: String) -> [UInt8] { PersonalMessage.digest(ethereumHash(text)) }
}
