import Crypto
import HeraldKeys

/// Protects the vault's encryption key while no passcode is registered (OpenDID sheet 6.6: SecureEncryptor). On Apple systems an app
/// implements it with the keychain or the Secure Enclave. ``FileKeyGuard`` uses a key file.
///
/// The vault stores the result of ``wrap(_:vault:)`` in its database, so that a copy of the database alone cannot be opened. When a
/// passcode is registered, the vault calls ``forget(vault:)``. From then on, only the passcode opens the vault.
public protocol StoreKeyGuard: Sendable {
    /// Encrypts a vault's key.
    /// - Parameters:
    ///   - key: 32 secret bytes.
    ///   - vault: the vault's identifier. ``unwrap(_:vault:)`` must fail for another identifier.
    /// - Returns: the encrypted key.
    /// - Throws: an error if the key cannot be encrypted.
    func wrap(_ key: [UInt8], vault: [UInt8]) throws -> [UInt8]
    /// Decrypts the result of ``wrap(_:vault:)``.
    /// - Throws: ``WalletError`` with code `guard_key` if the guard's own key is missing or is not the key that encrypted, or with code
    ///   `damaged` if the bytes were altered.
    func unwrap(_ wrapped: [UInt8], vault: [UInt8]) throws -> [UInt8]
    /// Deletes the data that ``unwrap(_:vault:)`` needs for this vault. The data for other vaults stays. Missing data is not an error.
    /// - Throws: an error if the data cannot be deleted.
    func forget(vault: [UInt8]) throws
}

/// Stores the guard's key in memory, for vaults in memory.
struct MemoryKeyGuard: StoreKeyGuard {
    private let key: SecretBytes
    private let random: @Sendable (Int) -> [UInt8]

    init(random: @escaping @Sendable (Int) -> [UInt8]) {
        key = SecretBytes(copying: random(AuthenticatedSeal.keyLength))
        self.random = random
    }

    private var symmetricKey: SymmetricKey {
        let count = key.count
        return key.withBytes { SymmetricKey(data: UnsafeRawBufferPointer(start: $0, count: count)) }
    }

    func wrap(_ key: [UInt8], vault: [UInt8]) throws -> [UInt8] {
        try AuthenticatedSeal.seal(
            key, key: symmetricKey, context: SealContext("guarded vault key", vault),
            nonce: random(AuthenticatedSeal.nonceLength))
    }

    func unwrap(_ wrapped: [UInt8], vault: [UInt8]) throws -> [UInt8] {
        guard
            let key = AuthenticatedSeal.open(
                wrapped, key: symmetricKey, context: SealContext("guarded vault key", vault))
        else {
            throw WalletError(.guardKey, reason: "the key belongs to another vault")
        }
        return key
    }

    func forget(vault: [UInt8]) throws {}
}
