import HeraldKeys
import HeraldP256
import OpenDID_DataModel

/// What an app may know of a key (OpenDID sheet 6.7).
public struct KeyInfo: Codable, Sendable, Hashable, Identifiable {
    /// Where the private key lies.
    public enum AccessMethod: String, Codable, Sendable, Hashable, CaseIterable {
        /// In the vault.
        case none
        /// In the vault, under a PIN.
        case pin
        /// In the app's ``BiometricKeyStore``.
        case biometric
    }

    /// The key's bare name, such as `pin`.
    public let id: String
    /// How the owner opens it.
    public let authType: AuthType
    /// Its curve.
    public let algorithm: AlgorithmType
    /// The compressed public key, base58btc multibase.
    public let publicKey: String
    /// Where the private key lies.
    public let accessMethod: AccessMethod

    /// A value from its members.
    public init(id: String, authType: AuthType, algorithm: AlgorithmType, publicKey: String, accessMethod: AccessMethod) {
        self.id = id
        self.authType = authType
        self.algorithm = algorithm
        self.publicKey = publicKey
        self.accessMethod = accessMethod
    }

    /// The public key.
    /// - Throws: ``WalletError`` `key_form`; no key of a vault causes it.
    public func verificationKey() throws(WalletError) -> VerificationKey {
        do {
            return try VerificationKey(type: .convertFrom(algorithmType: algorithm), bytes: Multibase.decode(publicKey, base58Limit: Multibase.shortLimit).bytes)
        } catch {
            throw WalletError(.keyForm, field: id, reason: "the public key cannot be read")
        }
    }

    /// How a DID document lists the key (OpenDID sheet 1.6): under the purposes of its name.
    /// - Throws: ``WalletError`` `key_form`, and `parameter` for a name that OpenDID does not know and no purposes.
    public func documentEntry(purposes: [ProofPurpose]? = nil) throws(WalletError) -> DIDKeyEntry {
        guard let purposes = purposes ?? DIDKeyName(rawValue: id)?.purposes else {
            throw WalletError(.parameter, field: id, reason: "the purposes of a key with a name of its own have to be told")
        }
        return DIDKeyEntry(id: id, key: try verificationKey(), purposes: purposes, authType: authType)
    }
}
