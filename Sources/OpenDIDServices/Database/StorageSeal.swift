import Crypto
import Foundation
import HeraldKeys

/// Encrypts what a role keeps that others who can read the file must not: private keys, session secrets, personal data.
///
/// AES-256-GCM under the role's storage key. Each text is bound to the place it is kept at, so that rows cannot be exchanged.
package struct StorageSeal: Sendable, CustomStringConvertible, CustomReflectable {
    private static let version: UInt8 = 1
    private let key: SymmetricKey

    /// - Parameter key: 32 bytes.
    init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

    /// A version byte, a random nonce, the ciphertext and its tag.
    /// - Parameter place: where it is kept, such as `user/4711`; needed again to open it.
    package func seal(_ plaintext: [UInt8], at place: String) throws(ServicesError) -> [UInt8] {
        guard let combined = try? AES.GCM.seal(plaintext, using: key, authenticating: Array(place.utf8)).combined else {
            throw ServicesError(.storageKey, field: place, reason: "the cipher refused the data")
        }
        return [Self.version] + combined
    }

    /// Undoes ``seal(_:at:)``.
    /// - Throws: ``ServicesError`` `storageKey` when key, place or data are not those of then.
    package func open(_ sealed: [UInt8], at place: String) throws(ServicesError) -> [UInt8] {
        guard sealed.first == Self.version, let box = try? AES.GCM.SealedBox(combined: sealed.dropFirst()),
              let plaintext = try? AES.GCM.open(box, using: key, authenticating: Array(place.utf8)) else {
            throw ServicesError(.storageKey, field: place, reason: "the storage key does not open this; the data was left as it is")
        }
        return [UInt8](plaintext)
    }

    /// A text by which equal values can be found without being readable: HMAC-SHA-256 under the storage key, in hexadecimal digits.
    package func index(_ value: String, of column: String) -> String {
        let derived = HKDF<SHA256>.deriveKey(inputKeyMaterial: key, info: Array("index/\(column)".utf8), outputByteCount: 32)
        return Hex.encode(Array(HMAC<SHA256>.authenticationCode(for: Array(value.utf8), using: derived)))
    }

    package var description: String { "StorageSeal(redacted)" }
    /// Empty, so that `dump` shows nothing.
    package var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
