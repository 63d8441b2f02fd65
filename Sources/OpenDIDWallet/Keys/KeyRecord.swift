import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The stored form of a key.
struct KeyRecord: Codable, Sendable {
    let id: String
    let owner: KeyOwner
    let algorithm: AlgorithmType
    /// The compressed public key, 33 bytes.
    let publicKey: StoredBytes
    /// A number that is larger for a newer key. Lists of keys are sorted by it.
    let number: Int64
    /// The private key without further encryption. Exactly one of `free`, `pin` and `biometric` is present, and determines how the key is
    /// unlocked.
    var free: StoredBytes?
    /// The private key, encrypted with the PIN.
    var pin: PasscodeSeal?
    /// The lock that was registered when the PIN was set or was last entered correctly. Only the passcode of this lock can reset the
    /// counted wrong attempts at the PIN.
    var lock: StoredBytes?
    /// The key's id in the biometric key store.
    var biometric: String?

    init(_ id: String, _ owner: KeyOwner, key: VerificationKey, number: Int64) {
        self.id = id
        self.owner = owner
        algorithm = key.keyType.convertTo()
        publicKey = StoredBytes(key.compressed)
        self.number = number
    }

    var authType: AuthType { pin != nil ? .pin : biometric != nil ? .bio : .free }

    var info: KeyInfo {
        KeyInfo(
            id: id, authType: authType, algorithm: algorithm,
            publicKey: Multibase.encode(publicKey.bytes, as: .base58btc),
            accessMethod: pin != nil ? .pin : biometric != nil ? .biometric : .none)
    }

    /// The associated data for encrypting the private key with the PIN. It binds the encrypted bytes to this key, so that they cannot be
    /// moved to another key.
    var pinContext: SealContext {
        SealContext("pin key", Array(owner.rawValue.utf8), Array(id.utf8), publicKey.bytes)
    }

    /// Checks that the members of the record fit together.
    /// - Throws: ``WalletError`` with code `damaged` if they contradict each other.
    func check() throws(WalletError) {
        guard [free != nil, pin != nil, biometric != nil].filter({ $0 }).count == 1, KeyMaking.isName(id),
            (try? VerificationKey(type: .convertFrom(algorithmType: algorithm), bytes: publicKey.bytes)) != nil
        else {
            throw WalletError(.damaged, field: RowName.Kind.key.rawValue, reason: "a stored key is malformed")
        }
    }

    /// Returns the private key from its bytes.
    /// - Throws: ``WalletError`` with code `key_form` if it cannot be read or does not belong to the public key.
    func signingKey(_ bytes: [UInt8]) throws(WalletError) -> SigningKey {
        let key = try KeyMaking.key(algorithm, bytes: bytes)
        guard key.verificationKey.compressed == publicKey.bytes else {
            throw WalletError(.keyForm, field: id, reason: "the private key does not match the public key")
        }
        return key
    }
}

/// The names of the rows that store documents and keys.
extension RowName {
    static func document(_ owner: KeyOwner) -> RowName { RowName(.document, owner.rawValue) }
    static func pendingDocument(_ owner: KeyOwner) -> RowName { RowName(.pendingDocument, owner.rawValue) }
    static func key(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) -> RowName {
        RowName(stage == .active ? .key : .pendingKey, "\(owner.rawValue)/\(id)")
    }
    static func retired(_ owner: KeyOwner, _ number: Int64) -> RowName {
        RowName(.retired, "\(owner.rawValue)/\(number)")
    }
    static func pinAttempts(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) -> RowName {
        RowName(.pinAttempts, "\(stage.rawValue)/\(owner.rawValue)/\(id)")
    }

    /// True if ``pinAttempts(_:_:_:)`` can have created this id.
    static func isPINAttempts(_ id: String) -> Bool {
        let parts = id.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
        return parts.count == 3 && KeyStage(rawValue: parts[0]) != nil && KeyOwner(rawValue: parts[1]) != nil
            && KeyMaking.isName(parts[2])
    }
}

/// A key as a document lists it. Keys are compared by name and public key, because a key from an earlier run may have the same name as a
/// current key.
struct ListedKey: Hashable {
    let id: String
    let publicKey: [UInt8]

    init(_ key: KeyRecord) {
        id = key.id
        publicKey = key.publicKey.bytes
    }

    private init?(_ method: DIDDocument.VerificationMethod) {
        guard let key = try? VerificationKey(method) else { return nil }
        id = method.id
        publicKey = key.compressed
    }

    static func all(of document: DIDDocument) -> Set<ListedKey> {
        Set(document.verificationMethod.compactMap { ListedKey($0) })
    }
}

/// The content of a key's row when it was last read. If the private key has no further encryption, it is decoded and ready for signing. The
/// record then no longer contains the bytes of the private key.
struct KnownKey: Sendable {
    let record: KeyRecord
    let free: SigningKey?
    let publicKey: VerificationKey

    /// Creates the value from a stored record.
    /// - Throws: ``WalletError`` with code `key_form` if the private key cannot be read or does not belong to the public key.
    init(_ stored: KeyRecord) throws(WalletError) {
        var record = stored
        record.free = nil
        self.record = record
        guard var bytes = stored.free?.bytes else {
            free = nil
            publicKey = try record.info.verificationKey()
            return
        }
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        let key = try stored.signingKey(bytes)
        (free, publicKey) = (key, key.verificationKey)
    }

    var info: KeyInfo { record.info }
}
