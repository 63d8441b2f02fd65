import Crypto
import Foundation
import HeraldKeys
import Synchronization

/// Encrypts data that a reader of the database file must not learn: private keys, session secrets and personal data.
///
/// The cipher is AES-256-GCM with the role's storage key. Each ciphertext is bound to the place where it is stored, so that the ciphertexts
/// of two rows cannot be exchanged.
package struct StorageSeal: Sendable, CustomStringConvertible, CustomReflectable {
    private static let version: UInt8 = 1
    private let key: SymmetricKey
    private let columns: ColumnKeys

    /// Creates a seal, which encrypts with a storage key.
    /// - Parameter key: 32 bytes.
    init(key: [UInt8]) {
        self.key = SymmetricKey(data: key)
        columns = ColumnKeys(of: self.key)
    }

    /// Returns the ciphertext: a version byte, a random nonce, the encrypted data and its tag.
    /// - Parameter place: the place where the ciphertext is stored, such as `user/4711`. ``open(_:at:)`` needs the same text.
    /// - Throws: ``ServicesError`` `storageKey` if the encryption fails.
    package func seal(_ plaintext: [UInt8], at place: String) throws(ServicesError) -> [UInt8] {
        guard let combined = try? AES.GCM.seal(plaintext, using: key, authenticating: Array(place.utf8)).combined else {
            throw ServicesError(.storageKey, field: place, reason: "the cipher refused the data")
        }
        return [Self.version] + combined
    }

    /// Decrypts a ciphertext of ``seal(_:at:)``.
    /// - Throws: ``ServicesError`` `storageKey` if key, place or data differ from those of the encryption.
    package func open(_ sealed: [UInt8], at place: String) throws(ServicesError) -> [UInt8] {
        guard sealed.first == Self.version, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
            let plaintext = try? AES.GCM.open(box, using: key, authenticating: Array(place.utf8))
        else {
            throw ServicesError(
                .storageKey, field: place, reason: "the storage key cannot decrypt this; the data was not changed")
        }
        return [UInt8](plaintext)
    }

    /// Returns a keyed hash of a value, with which equal values can be found although they are encrypted. It is HMAC-SHA-256 with a key
    /// derived from the storage key, as hexadecimal digits.
    package func index(_ value: String, of column: String) -> String {
        Hex.encode(Array(HMAC<SHA256>.authenticationCode(for: Array(value.utf8), using: columns.key(of: column))))
    }

    package var description: String { "StorageSeal(redacted)" }
    /// An empty mirror, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}

/// The keys of the columns' keyed hashes, derived from a storage key once. They are in memory as long as the storage key.
private final class ColumnKeys: Sendable {
    /// The most keys that are kept. There are a few columns, whose names are fixed.
    private static let limit = 16
    private let root: SymmetricKey
    private let known = Mutex<[String: SymmetricKey]>([:])

    init(of root: SymmetricKey) { self.root = root }

    func key(of column: String) -> SymmetricKey {
        if let key = known.withLock({ $0[column] }) { return key }
        let key = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: root, info: Array("index/\(column)".utf8), outputByteCount: 32)
        known.withLock { if $0.count < Self.limit { $0[column] = key } }
        return key
    }
}
