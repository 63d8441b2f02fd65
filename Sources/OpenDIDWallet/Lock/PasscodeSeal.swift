import Crypto
import CryptoExtras

/// Bytes that are encrypted with a passcode. scrypt derives the key from the passcode, and AES-256-GCM detects a wrong passcode.
struct PasscodeSeal: Codable, Sendable, Hashable {
    private static let saltLength = 32

    let cost: ScryptCost
    let salt: StoredBytes
    let sealed: StoredBytes

    /// Encrypts a secret.
    /// - Throws: ``WalletError`` with code `random` if there are too few random bytes, or with code `encryption`.
    init(
        _ secret: [UInt8], passcode: SecretText, cost: ScryptCost, context: SealContext, random: (Int) -> [UInt8]
    ) throws(WalletError) {
        let salt = random(Self.saltLength)
        guard salt.count == Self.saltLength else {
            throw WalletError(.random, reason: "too few random bytes were given")
        }
        let key = try Self.key(passcode, salt: salt, cost: cost)
        self.cost = cost
        self.salt = StoredBytes(salt)
        self.sealed = StoredBytes(
            try AuthenticatedSeal.seal(secret, key: key, context: context, nonce: random(AuthenticatedSeal.nonceLength))
        )
    }

    /// Decrypts the secret.
    /// - Throws: ``WalletError`` with code `wrong_passcode`. Altered bytes give the same error, so callers first check the hash of the
    ///   record that contains the bytes.
    func open(_ passcode: SecretText, context: SealContext) throws(WalletError) -> [UInt8] {
        let key = try Self.key(passcode, salt: salt.bytes, cost: cost)
        guard let secret = AuthenticatedSeal.open(sealed.bytes, key: key, context: context) else {
            throw WalletError(.wrongPasscode, reason: "the passcode is wrong")
        }
        return secret
    }

    static func key(_ passcode: SecretText, salt: [UInt8], cost: ScryptCost) throws(WalletError) -> SymmetricKey {
        guard passcode.byteCount <= SecretText.limit else {
            throw WalletError(.parameter, field: "passcode", reason: "a passcode has at most \(SecretText.limit) bytes")
        }
        do {
            return try KDF.Scrypt.deriveKey(
                from: passcode.normalizedBytes(), salt: salt, outputByteCount: AuthenticatedSeal.keyLength,
                rounds: 1 << cost.logRounds,
                blockSize: cost.blockSize, parallelism: cost.parallelism)
        } catch {
            throw WalletError(
                .encryption, reason: "no key could be derived; \(cost.memory >> 20) MiB of memory are needed")
        }
    }
}
