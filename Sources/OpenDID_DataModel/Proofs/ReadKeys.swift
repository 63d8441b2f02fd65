import Synchronization

/// A cache of decoded keys. Decompressing a key takes half the time of checking a signature, and successive documents name the same few
/// keys.
///
/// It stores only the point that a text encodes. The decision to accept a key is made each time.
final class ReadKeys: Sendable {
    private struct Name: Hashable {
        let type: DIDKeyType
        let text: String
    }

    static let shared = ReadKeys()

    /// The largest number of keys, because anybody's documents can add keys.
    private static let limit = 1024
    /// The longest text of a cached key. A key of 33 bytes has at most 46 base58 characters.
    private static let textLimit = 128
    private let keys = Mutex<[Name: VerificationKey]>([:])

    func key(_ method: DIDDocument.VerificationMethod) -> VerificationKey? {
        let name = Name(type: method.type, text: method.publicKeyMultibase)
        return keys.withLock { $0[name] }
    }

    func keep(_ key: VerificationKey, of method: DIDDocument.VerificationMethod) {
        guard method.publicKeyMultibase.utf8.count <= Self.textLimit else { return }
        let name = Name(type: method.type, text: method.publicKeyMultibase)
        keys.withLock { keys in
            if keys.count >= Self.limit { keys.removeAll(keepingCapacity: true) }
            keys[name] = key
        }
    }
}
