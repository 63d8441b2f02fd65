/// Ethereum's `personal_sign`, which is EIP-191 version `0x45` (SDN sheet 1.6, MYKEY sheet 8.2).
///
/// ```swift
/// let signature = try PersonalMessage.sign("Hello", with: key)
/// let signer = try PersonalMessage.recoverAddress("Hello", signature: signature)   // key.publicKey.ethereumAddress
/// ```
///
/// The functions that take a `String` sign its UTF-8 bytes, also when it begins with `0x`. To sign the bytes that a hexadecimal text stands for,
/// decode it first and call the function that takes bytes.
public enum PersonalMessage {
    /// Returns Keccak-256 of `0x19`, `Ethereum Signed Message:`, a line feed, the message's length in bytes as decimal digits, and the message.
    public static func digest(_ message: [UInt8]) -> [UInt8] {
        var hash = Keccak256()
        hash.update(Array("\u{19}Ethereum Signed Message:\n\(message.count)".utf8))
        hash.update(message)
        return hash.finalize()
    }

    /// Returns the digest of the UTF-8 bytes of `text`.
    public static func digest(_ text: String) -> [UInt8] { digest(Array(text.utf8)) }

    /// Signs these bytes. The signature is deterministic and has a low s.
    /// - Throws: ``KeysError`` with code `refused`, which a valid key does not cause.
    public static func sign(_ message: [UInt8], with key: Secp256k1PrivateKey) throws(KeysError) -> RecoverableSignature
    {
        try key.sign(digest: digest(message))
    }

    /// Signs the UTF-8 bytes of `text`. The signature is deterministic and has a low s.
    /// - Throws: ``KeysError`` with code `refused`, which a valid key does not cause.
    public static func sign(_ text: String, with key: Secp256k1PrivateKey) throws(KeysError) -> RecoverableSignature {
        try sign(Array(text.utf8), with: key)
    }

    /// Recovers the address of the key that signed these bytes.
    /// - Throws: ``KeysError`` with code `unrecoverable`.
    public static func recoverAddress(_ message: [UInt8], signature: RecoverableSignature) throws(KeysError)
        -> EthereumAddress
    {
        try signature.recoverPublicKey(digest: digest(message)).ethereumAddress
    }

    /// Recovers the address of the key that signed the UTF-8 bytes of `text`.
    /// - Throws: ``KeysError`` with code `unrecoverable`.
    public static func recoverAddress(_ text: String, signature: RecoverableSignature) throws(KeysError)
        -> EthereumAddress
    {
        try recoverAddress(Array(text.utf8), signature: signature)
    }
}
