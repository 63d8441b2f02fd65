/// The protection of a new key (OpenDID sheet 1.6, 6.6).
public enum KeyProtection: Sendable {
    /// The key is usable while the vault is open (authType 1).
    case free
    /// The key is also encrypted with a PIN (authType 2).
    case pin(SecretText)
    /// The key is in the ``BiometricKeyStore``. The private key never enters the vault (authType 4).
    case biometric
}

/// The data that unlocks a key for signing.
public enum KeyUnlock: Sendable {
    /// The key is usable while the vault is open.
    case none
    /// The key's PIN.
    case pin(SecretText)
    /// The sentence that the system shows when it asks for a fingerprint or a face.
    case bio(prompt: String)
}

/// The stage of a key: in use, or waiting for the registration of its DID document.
public enum KeyStage: String, Codable, Sendable, Hashable, CaseIterable {
    /// The registered document lists the key.
    case active
    /// The key belongs to the pending document and is deleted with it (see ``WalletVault/pendingDocument(_:)``).
    case pending
}
