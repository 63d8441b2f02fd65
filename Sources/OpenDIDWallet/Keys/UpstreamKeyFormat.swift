import Crypto
import CryptoExtras
import Foundation
import HeraldKeys

/// The format in which the original wallet encrypts a key with a PIN, and its store key with a passcode (OpenDID sheet 6.6). The format is
/// weak by today's standards: 2048 rounds of PBKDF2-HMAC-SHA1 (RFC 8018) and AES-CBC without a tag. It serves only to import keys from the
/// original wallet and to export them to it. This wallet never stores anything in this format.
public enum UpstreamKeyFormat {
    /// A private key that is encrypted with a PIN, as the original wallet stores it. Both members are base64 text with the multibase prefix
    /// `m`.
    public struct PINKey: Codable, Sendable, Hashable {
        /// The salt, 32 bytes.
        public let salt: String
        /// The private key, encrypted with AES-256-CBC.
        public let encryptedKey: String

        public init(salt: String, encryptedKey: String) {
            self.salt = salt
            self.encryptedKey = encryptedKey
        }
    }

    static let rounds = 2048
    private static let saltLength = 32
    private static let ivLength = 16

    /// Encrypts a private key with a PIN.
    /// - Parameters:
    ///   - privateKey: 32 bytes.
    ///   - pin: the PIN, which is used as it was typed.
    ///   - salt: 32 random bytes.
    /// - Throws: ``WalletError`` with code `parameter` if the salt or the PIN has an invalid length, or with code `encryption`.
    public static func seal(privateKey: [UInt8], pin: SecretText, salt: [UInt8]) throws(WalletError) -> PINKey {
        guard salt.count == saltLength else {
            throw WalletError(.parameter, field: "salt", reason: "\(saltLength) bytes expected, \(salt.count) found")
        }
        let (key, iv) = try keyAndIV(pin, salt: salt)
        return PINKey(
            salt: Multibase.encode(salt, as: .base64),
            encryptedKey: Multibase.encode(try encrypt(privateKey, key, iv), as: .base64))
    }

    /// Decrypts a private key. Only the padding shows that a PIN is wrong, so one wrong PIN in about 256 gives wrong bytes without an
    /// error. The caller must check that the result belongs to the public key. The original wallet has the error number `MSDKWLT11102` for
    /// keys that do not belong together.
    /// - Throws: ``WalletError`` with code `wrong_passcode` if the padding is wrong, or with code `parameter` if the item is malformed.
    public static func open(_ item: PINKey, pin: SecretText) throws(WalletError) -> [UInt8] {
        let salt = try decoded(item.salt, "salt"), encrypted = try decoded(item.encryptedKey, "encryptedKey")
        guard salt.count == saltLength else {
            throw WalletError(.parameter, field: "salt", reason: "\(saltLength) bytes expected, \(salt.count) found")
        }
        let (key, iv) = try keyAndIV(pin, salt: salt)
        return try decrypt(encrypted, key, iv)
    }

    /// Encrypts the store key of the original wallet with a passcode. The original wallet stores the result as `encCek`. The salt and the
    /// IV are derived from the wallet's id.
    /// - Throws: ``WalletError`` with code `parameter` if the passcode is too long, or with code `encryption`.
    public static func sealStoreKey(_ key: [UInt8], passcode: SecretText, walletID: String) throws(WalletError)
        -> [UInt8]
    {
        let (wrapping, iv) = try storeKeyAndIV(passcode, walletID)
        return try encrypt(key, wrapping, iv)
    }

    /// Decrypts the result of ``sealStoreKey(_:passcode:walletID:)``. Only the padding shows that a passcode is wrong.
    /// - Throws: ``WalletError`` with code `wrong_passcode` if the padding is wrong.
    public static func openStoreKey(_ encrypted: [UInt8], passcode: SecretText, walletID: String) throws(WalletError)
        -> [UInt8]
    {
        let (wrapping, iv) = try storeKeyAndIV(passcode, walletID)
        return try decrypt(encrypted, wrapping, iv)
    }

    private static func keyAndIV(_ pin: SecretText, salt: [UInt8]) throws(WalletError) -> (SymmetricKey, [UInt8]) {
        let derived = try derive(pin, salt: salt, count: AuthenticatedSeal.keyLength + ivLength)
        return (SymmetricKey(data: derived.prefix(AuthenticatedSeal.keyLength)), Array(derived.suffix(ivLength)))
    }

    private static func storeKeyAndIV(_ passcode: SecretText, _ walletID: String) throws(WalletError) -> (
        SymmetricKey, [UInt8]
    ) {
        let digest = Array(SHA384.hash(data: Array(walletID.utf8)))
        let derived = try derive(passcode, salt: Array(digest.prefix(saltLength)), count: AuthenticatedSeal.keyLength)
        return (SymmetricKey(data: derived), Array(digest.suffix(ivLength)))
    }

    private static func derive(_ secret: SecretText, salt: [UInt8], count: Int) throws(WalletError) -> [UInt8] {
        guard secret.byteCount <= SecretText.limit else {
            throw WalletError(.parameter, field: "passcode", reason: "a passcode has at most \(SecretText.limit) bytes")
        }
        do {
            return try KDF.Insecure.PBKDF2.deriveKey(
                from: secret.typedBytes(), salt: salt, using: .insecureSHA1, outputByteCount: count,
                unsafeUncheckedRounds: rounds
            )
            .withUnsafeBytes { [UInt8]($0) }
        } catch {
            throw WalletError(.encryption, reason: "no key could be derived")
        }
    }

    private static func encrypt(_ bytes: [UInt8], _ key: SymmetricKey, _ iv: [UInt8]) throws(WalletError) -> [UInt8] {
        do {
            return [UInt8](try AES._CBC.encrypt(bytes, using: key, iv: .init(ivBytes: iv)))
        } catch {
            throw WalletError(.encryption, reason: "the cipher refused the bytes")
        }
    }

    private static func decrypt(_ bytes: [UInt8], _ key: SymmetricKey, _ iv: [UInt8]) throws(WalletError) -> [UInt8] {
        guard !bytes.isEmpty, bytes.count % ivLength == 0,
            let plaintext = try? AES._CBC.decrypt(bytes, using: key, iv: .init(ivBytes: iv))
        else { throw WalletError(.wrongPasscode, reason: "the passcode is wrong or the bytes were altered") }
        return [UInt8](plaintext)
    }

    private static func decoded(_ text: String, _ field: String) throws(WalletError) -> [UInt8] {
        do {
            return try Multibase.decode(text, base58Limit: 1_024).bytes
        } catch {
            throw WalletError(.parameter, field: field, reason: error.reason)
        }
    }
}
