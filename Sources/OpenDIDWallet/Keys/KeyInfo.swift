import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// The public data of a key, for apps (OpenDID sheet 6.7).
public struct KeyInfo: Codable, Sendable, Hashable, Identifiable {
    /// The place where the private key is stored.
    public enum AccessMethod: String, Codable, Sendable, Hashable, CaseIterable {
        /// The private key is in the vault, without further encryption.
        case none
        /// The private key is in the vault, and is also encrypted with a PIN.
        case pin
        /// The private key is in the app's ``BiometricKeyStore``.
        case biometric
    }

    /// The key's name without the DID, such as `pin`.
    public let id: String
    /// The way in which the owner unlocks the key.
    public let authType: AuthType
    /// The algorithm of the key.
    public let algorithm: AlgorithmType
    /// The compressed public key, base58btc multibase.
    public let publicKey: String
    /// The place where the private key is stored.
    public let accessMethod: AccessMethod

    public init(id: String, authType: AuthType, algorithm: AlgorithmType, publicKey: String, accessMethod: AccessMethod)
    {
        self.id = id
        self.authType = authType
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.accessMethod = accessMethod
    }

    /// Returns the public key.
    /// - Throws: ``WalletError`` with code `key_form` if the text is malformed. Keys of a vault never cause it.
    public func verificationKey() throws(WalletError) -> VerificationKey {
        do {
            return try VerificationKey(
                type: .convertFrom(algorithmType: algorithm),
                bytes: Multibase.decode(publicKey, base58Limit: Multibase.shortLimit).bytes)
        } catch {
            throw WalletError(.keyForm, field: id, reason: "the public key cannot be read")
        }
    }

    /// Returns the key's entry for a DID document (OpenDID sheet 1.6).
    /// - Parameter purposes: the purposes of the key. Defaults to the usual purposes of a key with this name.
    /// - Throws: ``WalletError`` with code `key_form` if the key is malformed, or with code `parameter` if OpenDID does not know the name
    ///   and there are no purposes.
    public func documentEntry(purposes: [ProofPurpose]? = nil) throws(WalletError) -> DIDKeyEntry {
        guard let purposes = purposes ?? DIDKeyName(rawValue: id)?.purposes else {
            throw WalletError(
                .parameter, field: id, reason: "a key with a name of its own needs its purposes")
        }
        return DIDKeyEntry(id: id, key: try verificationKey(), purposes: purposes, authType: authType)
    }
}

/// The owner of keys and a DID document (OpenDID sheet 0). The installation and its user have different DIDs.
public enum KeyOwner: String, Codable, Sendable, Hashable, CaseIterable {
    /// This installation of the wallet, with the keys `assert`, `auth` and `keyagree`.
    case device
    /// The user, with the keys `keyagree`, `pin` and optionally `bio`.
    case holder
}
