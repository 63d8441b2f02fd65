import Crypto
import Foundation
import SDNSDK

/// AES-256-GCM with a nonce of its own for each value, and the place of the value in the store as associated data: a value that was
/// copied to another row, or changed, does not open.
public struct MXAESStoreCipher: MXStoreCipher {
    private let key: SymmetricKey

    /// A cipher with the app's key.
    /// - Parameter key: 32 bytes from a generator of secure random numbers, kept where the app keeps secrets. Without it the store
    ///   cannot be read again.
    /// - Throws: `SDNSDKError` with code `invalidArgument` for another length.
    public init(key: [UInt8]) throws {
        guard key.count == 32 else { throw SDNSDKError(.invalidArgument, field: "encryptionKey", reason: "a store's key has 32 bytes") }
        self.key = SymmetricKey(data: key)
    }

    /// Nonce, ciphertext and tag, one after the other.
    public func seal(_ bytes: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        let box = try AES.GCM.seal(bytes, using: key, authenticating: binding)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(bytes.count + 28)
        sealed.append(contentsOf: box.nonce)
        sealed.append(contentsOf: box.ciphertext)
        sealed.append(contentsOf: box.tag)
        return sealed
    }

    /// The bytes that were sealed.
    /// - Throws: when these are not bytes that ``seal(_:boundTo:)`` made with this key and binding.
    public func open(_ sealed: [UInt8], boundTo binding: [UInt8]) throws -> [UInt8] {
        try Array(AES.GCM.open(AES.GCM.SealedBox(combined: sealed), using: key, authenticating: binding))
    }
}

extension MXAESStoreCipher: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// Never the key.
    public var description: String { "MXAESStoreCipher(AES-256-GCM)" }
    /// As ``description``.
    public var debugDescription: String { description }
    /// Without children, so that `dump` shows no key either.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension MXFileStore {
    /// A store whose content is unreadable without a key: events, state, account data, messages on their way, and names. Ids of rooms,
    /// users and events, event types, times, counts and the sync token are not content.
    ///
    /// A file that was begun without a key is encrypted when it is opened; a file that has a key opens with that one only.
    /// - Parameters:
    ///   - directory: as for a store without a key.
    ///   - encryptionKey: 32 bytes; see ``MXAESStoreCipher/init(key:)``.
    ///   - sharing: who else may have the file open.
    /// - Throws: `SDNSDKError` with code `invalidArgument` for a key of another length.
    public convenience init(directory: URL? = nil, encryptionKey: [UInt8], sharing: MXStoreSharing = .exclusive) throws {
        self.init(directory: directory, cipher: try MXAESStoreCipher(key: encryptionKey), sharing: sharing)
    }
}
