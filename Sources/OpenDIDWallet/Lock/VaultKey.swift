import HeraldKeys

/// Creates, encrypts and decrypts the vault's key. Temporary copies are overwritten.
enum VaultKey {
    static func made(_ random: (Int) -> [UInt8]) throws(WalletError) -> SecretBytes {
        var bytes = try randomBytes(AuthenticatedSeal.keyLength, random)
        return taken(from: &bytes)
    }

    /// Encrypts the vault's key with a guard.
    /// - Throws: ``WalletError`` as the guard does, or with code `guard_key` for other errors of the guard.
    static func wrapped(_ key: SecretBytes, by keyGuard: any StoreKeyGuard, vault: [UInt8]) throws(WalletError)
        -> [UInt8]
    {
        var bytes = copy(key)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        do { return try keyGuard.wrap(bytes, vault: vault) } catch { throw translated(error) }
    }

    /// Decrypts the vault's key with a guard.
    /// - Throws: ``WalletError`` as the guard does, or with code `guard_key` for other errors of the guard.
    static func unwrapped(_ wrapped: [UInt8], by keyGuard: any StoreKeyGuard, vault: [UInt8]) throws(WalletError)
        -> SecretBytes
    {
        var bytes: [UInt8]
        do { bytes = try keyGuard.unwrap(wrapped, vault: vault) } catch { throw translated(error) }
        return try checked(&bytes)
    }

    static func opened(_ seal: PasscodeSeal, _ passcode: SecretText, context: SealContext) throws(WalletError)
        -> SecretBytes
    {
        var bytes = try seal.open(passcode, context: context)
        return try checked(&bytes)
    }

    static func sealed(
        _ key: SecretBytes, _ passcode: SecretText, cost: ScryptCost, context: SealContext, random: (Int) -> [UInt8]
    ) throws(WalletError) -> PasscodeSeal {
        var bytes = copy(key)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        return try PasscodeSeal(bytes, passcode: passcode, cost: cost, context: context, random: random)
    }

    static func randomBytes(_ count: Int, _ random: (Int) -> [UInt8]) throws(WalletError) -> [UInt8] {
        let bytes = random(count)
        guard bytes.count == count else {
            throw WalletError(.random, reason: "\(count) random bytes expected, \(bytes.count) given")
        }
        return bytes
    }

    private static func checked(_ bytes: inout [UInt8]) throws(WalletError) -> SecretBytes {
        guard bytes.count == AuthenticatedSeal.keyLength else {
            throw WalletError(.guardKey, reason: "the vault's key has the wrong length")
        }
        return taken(from: &bytes)
    }

    private static func taken(from bytes: inout [UInt8]) -> SecretBytes {
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        return SecretBytes(copying: bytes)
    }

    private static func copy(_ key: SecretBytes) -> [UInt8] {
        let count = key.count
        return key.withBytes { Array(UnsafeBufferPointer(start: $0, count: count)) }
    }

    private static func translated(_ error: any Error) -> WalletError {
        error as? WalletError ?? WalletError(.guardKey, reason: "the key guard refused the vault's key")
    }
}
