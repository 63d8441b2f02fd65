import Synchronization

/// Keys that were read lately. The point behind a compressed key takes half as long to find as a signature to check, and one document
/// after the other names the same few keys.
///
/// What is remembered is arithmetic: which point a text means. Whether a key counts is decided anew each time.
final class ReadKeys: Sendable {
    private struct Name: Hashable {
        let type: DIDKeyType
        let text: String
    }

    static let shared = ReadKeys()

    /// Bounds what strangers' documents can make it remember.
    private static let limit = 1024
    /// The longest text that is remembered; a key of 33 bytes takes 46 characters at most.
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
