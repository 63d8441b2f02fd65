import Crypto
import CryptoExtras
import Foundation
import HeraldKeys

/// The ways in which the original wallet encrypts a key under a PIN, and its store key under a passcode (OpenDID sheet 6.6). Weak by
/// today's measure: 2048 rounds of PBKDF2-HMAC-SHA1 (RFC 8018) and AES-CBC without a tag. For moving keys from and to such a wallet; this wallet
/// never stores anything this way.
public enum UpstreamKeyFormat {
    /// A private key under a PIN, as the original wallet's key item has it: both members `m` multibase.
    public struct PINKey: Codable, Sendable, Hashable {
        /// 32 bytes.
        public let salt: String
        /// The private key, AES-256-CBC.
        public let encryptedKey: String

        /// A value from its members.
        public init(salt: String, encryptedKey: String) {
            self.salt = salt
            self.encryptedKey = encryptedKey
        }
    }

    static let rounds = 2048
    private static let saltLength = 32
    private static let ivLength = 16

    /// Encrypts a private key under a PIN.
    /// - Parameters:
    ///   - privateKey: 32 bytes.
    ///   - pin: taken as it was typed.
    ///   - salt: 32 random bytes.
    /// - Throws: ``WalletError`` `parameter` or `encryption`.
    public static func seal(privateKey: [UInt8], pin: SecretText, salt: [UInt8]) throws(WalletError) -> PINKey {
        guard salt.count == saltLength else {
            throw WalletError(.parameter, field: "salt", reason: "\(saltLength) bytes expected, \(salt.count) found")
        }
        let (key, iv) = try keyAndIV(pin, salt: salt)
        return PINKey(
            salt: Multibase.encode(salt, as: .base64), encryptedKey: Multibase.encode(try encrypt(privateKey, key, iv), as: .base64))
    }

    /// Decrypts a private key. A wrong PIN is told by the padding alone, so one in about 256 wrong PINs gives bytes that are no or another
    /// key: compare with the public key (code `MSDKWLT11102` of the original).
    /// - Throws: ``WalletError`` `wrong_passcode` or `parameter`.
    public static func open(_ item: PINKey, pin: SecretText) throws(WalletError) -> [UInt8] {
        let salt = try decoded(item.salt, "salt"), encrypted = try decoded(item.encryptedKey, "encryptedKey")
        guard salt.count == saltLength else {
            throw WalletError(.parameter, field: "salt", reason: "\(saltLength) bytes expected, \(salt.count) found")
        }
        let (key, iv) = try keyAndIV(pin, salt: salt)
        return try decrypt(encrypted, key, iv)
    }

    /// The store key under a passcode, `encCek`. Salt and IV follow from the wallet's id.
    /// - Throws: ``WalletError`` `encryption`.
    public static func sealStoreKey(_ key: [UInt8], passcode: SecretText, walletID: String) throws(WalletError) -> [UInt8] {
        let (wrapping, iv) = try storeKeyAndIV(passcode, walletID)
        return try encrypt(key, wrapping, iv)
    }

    /// Undoes ``sealStoreKey(_:passcode:walletID:)``. A wrong passcode is told by the padding alone.
    /// - Throws: ``WalletError`` `wrong_passcode`.
    public static func openStoreKey(_ encrypted: [UInt8], passcode: SecretText, walletID: String) throws(WalletError) -> [UInt8] {
        let (wrapping, iv) = try storeKeyAndIV(passcode, walletID)
        return try decrypt(encrypted, wrapping, iv)
    }

    private static func keyAndIV(_ pin: SecretText, salt: [UInt8]) throws(WalletError) -> (SymmetricKey, [UInt8]) {
        let derived = try derive(pin, salt: salt, count: AuthenticatedSeal.keyLength + ivLength)
        return (SymmetricKey(data: derived.prefix(AuthenticatedSeal.keyLength)), Array(derived.suffix(ivLength)))
    }

    private static func storeKeyAndIV(_ passcode: SecretText, _ walletID: String) throws(WalletError) -> (SymmetricKey, [UInt8]) {
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
                from: secret.typedBytes(), salt: salt, using: .insecureSHA1, outputByteCount: count, unsafeUncheckedRounds: rounds)
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
