import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// A key as the vault keeps it.
struct KeyRecord: Codable, Sendable {
    let id: String
    let owner: KeyOwner
    let algorithm: AlgorithmType
    /// 33 bytes.
    let publicKey: StoredBytes
    /// Grows from key to key, so that lists come in the order in which keys were made.
    let number: Int64
    /// The private key. One of the three is there, and says how the key opens.
    var free: StoredBytes?
    /// The private key under the PIN.
    var pin: PasscodeSeal?
    /// The lock that was there when the PIN was set or was right last: only its passcode frees the PIN.
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
            id: id, authType: authType, algorithm: algorithm, publicKey: Multibase.encode(publicKey.bytes, as: .base58btc),
            accessMethod: pin != nil ? .pin : biometric != nil ? .biometric : .none)
    }

    /// What the private key under the PIN is bound to, so that one PIN's bytes do not pass for another key's.
    var pinContext: SealContext {
        SealContext("pin key", Array(owner.rawValue.utf8), Array(id.utf8), publicKey.bytes)
    }

    /// - Throws: ``WalletError`` `damaged` when the members do not fit together.
    func check() throws(WalletError) {
        guard [free != nil, pin != nil, biometric != nil].filter({ $0 }).count == 1, KeyMaking.isName(id),
              (try? VerificationKey(type: .convertFrom(algorithmType: algorithm), bytes: publicKey.bytes)) != nil
        else { throw WalletError(.damaged, field: RowName.Kind.key.rawValue, reason: "a stored key is not as it has to be") }
    }

    /// The private key from its bytes, when it belongs to the public one.
    /// - Throws: ``WalletError`` `key_form`.
    func signingKey(_ bytes: [UInt8]) throws(WalletError) -> SigningKey {
        let key = try KeyMaking.key(algorithm, bytes: bytes)
        guard key.verificationKey.compressed == publicKey.bytes else {
            throw WalletError(.keyForm, field: id, reason: "the private key does not belong to the public one")
        }
        return key
    }
}
