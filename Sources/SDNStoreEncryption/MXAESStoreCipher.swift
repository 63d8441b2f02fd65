import Crypto
import Foundation
import SDNStore
import SDNValues

/// A cipher with AES-256-GCM. Each value has its own random nonce. The place of the value in the store is the associated data. Decrypting therefore
/// fails for a value that was changed or copied to another row.
public struct MXAESStoreCipher: MXStoreCipher {
    private let key: SymmetricKey

    /// Creates a cipher with the app's key.
    /// - Parameter key: 32 bytes from a cryptographically secure random generator. The app stores them where it stores its secrets. Without these
    ///   bytes the store can never be read again.
    /// - Throws: `SDNSDKError` with code `invalidArgument` for a key of another length.
    public init(key: [UInt8]) throws {
        guard key.count == 32 else {
            throw SDNSDKError(.invalidArgument, field: "encryptionKey", reason: "a store's key must have 32 bytes")
        }
        self.key = SymmetricKey(data: key)
    }

    /// Encrypts bytes. The result is nonce, ciphertext and tag, one after the other.
    /// - Throws: `CryptoKitError` when encryption fails.
    public func seal(_ bytes: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        let box = try AES.GCM.seal(bytes, using: key, authenticating: binding)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(bytes.count + 28)
        sealed.append(contentsOf: box.nonce)
        sealed.append(contentsOf: box.ciphertext)
        sealed.append(contentsOf: box.tag)
        return sealed
    }

    /// Decrypts sealed bytes.
    /// - Throws: `CryptoKitError` when ``seal(_:boundTo:)`` did not make these bytes with the same key and binding.
    public func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        try Array(AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: binding))
    }
}

extension MXAESStoreCipher: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The name of the algorithm, without the key.
    public var description: String { "MXAESStoreCipher(AES-256-GCM)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children, so that `dump` shows no key either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension MXFileStore {
    /// Creates a store whose content is encrypted: events, state, account data, unsent messages, and names. The ids of rooms, users and events, event
    /// types, times, counts and the sync token are not encrypted.
    ///
    /// ```swift
    /// let store = try MXFileStore(encryptionKey: key)
    /// try await session.setStore(store)
    /// ```
    ///
    /// A file that was begun without a key is encrypted when it is opened. A file with a key opens only with that key.
    /// - Parameters:
    ///   - directory: the folder, as for a store without a key.
    ///   - encryptionKey: 32 bytes; see ``MXAESStoreCipher/init(key:)``.
    ///   - sharing: the rule for who else may have the file open.
    /// - Throws: `SDNSDKError` with code `invalidArgument` for a key of another length.
    public convenience init(directory: URL? = nil, encryptionKey: [UInt8], sharing: MXStoreSharing = .exclusive) throws
    {
        self.init(directory: directory, cipher: try MXAESStoreCipher(key: encryptionKey), sharing: sharing)
    }
}
