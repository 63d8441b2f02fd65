/// Keeps the vault's encryption key while no passcode is registered (OpenDID sheet 6.6: SecureEncryptor). On Apple systems an app
/// implements it with the keychain or the Secure Enclave; ``FileKeyGuard`` keeps a key file.
///
/// What it returns is stored in the vault's database, so a copy of that file alone opens nothing. As soon as a passcode is registered
/// the vault asks the guard to forget, and only the passcode opens.
public protocol StoreKeyGuard: Sendable {
    /// Encrypts a vault's key.
    /// - Parameters:
    ///   - key: 32 secret bytes.
    ///   - vault: what identifies the vault; ``unwrap(_:vault:)`` must fail for another one.
    func wrap(_ key: [UInt8], vault: [UInt8]) throws -> [UInt8]
    /// Undoes ``wrap(_:vault:)``.
    /// - Throws: ``WalletError`` `guard_key` when what is needed to decrypt is gone or another one, `damaged` when the bytes were altered.
    func unwrap(_ wrapped: [UInt8], vault: [UInt8]) throws -> [UInt8]
    /// Forgets what is needed to decrypt what it wrapped for this vault, and for no other; nothing there is no error.
    func forget(vault: [UInt8]) throws
}
