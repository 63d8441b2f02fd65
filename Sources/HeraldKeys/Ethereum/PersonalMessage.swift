/// Ethereum `personal_sign`: EIP-191 version `0x45` (SDN sheet 1.6, MYKEY sheet 8.2).
///
/// A text is always its UTF-8 bytes, also when it starts with `0x`; whoever means the bytes that a hexadecimal text denotes
/// decodes them first and calls the byte form.
public enum PersonalMessage {
    /// Keccak-256 of `0x19`, `Ethereum Signed Message:`, a line feed, the decimal byte length and the message.
    public static func digest(_ message: [UInt8]) -> [UInt8] {
        var hash = Keccak256()
        hash.update(Array("\u{19}Ethereum Signed Message:\n\(message.count)".utf8))
        hash.update(message)
        return hash.finalize()
    }

    /// The digest of the UTF-8 bytes of `text`.
    public static func digest(_ text: String) -> [UInt8] { digest(Array(text.utf8)) }

    /// Signs the bytes; deterministic, low s.
    /// - Throws: ``KeysError`` with code `refused`; a valid key does not cause it.
    public static func sign(_ message: [UInt8], with key: Secp256k1PrivateKey) throws(KeysError) -> RecoverableSignature {
        try key.sign(digest: digest(message))
    }

    /// Signs the UTF-8 bytes of `text`; deterministic, low s.
    /// - Throws: ``KeysError`` with code `refused`; a valid key does not cause it.
    public static func sign(_ text: String, with key: Secp256k1PrivateKey) throws(KeysError) -> RecoverableSignature {
        try sign(Array(text.utf8), with: key)
    }

    /// The address whose key signed the bytes.
    /// - Throws: ``KeysError`` with code `unrecoverable`.
    public static func recoverAddress(_ message: [UInt8], signature: RecoverableSignature) throws(KeysError) -> EthereumAddress {
        try signature.recoverPublicKey(digest: digest(message)).ethereumAddress
    }

    /// The address whose key signed the UTF-8 bytes of `text`.
    /// - Throws: ``KeysError`` with code `unrecoverable`.
    public static func recoverAddress(_ text: String, signature: RecoverableSignature) throws(KeysError) -> EthereumAddress {
        try recoverAddress(Array(text.utf8), signature: signature)
    }
}
