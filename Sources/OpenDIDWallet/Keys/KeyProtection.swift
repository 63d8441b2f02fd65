/// The protection of a new private key (OpenDID sheet 1.6, 6.6).
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
    /// Nothing, because the key is usable while the vault is open.
    case none
    /// The PIN of the key.
    case pin(SecretText)
    /// The sentence that the system shows when it asks for a fingerprint or a face.
    case bio(prompt: String)
}

/// The stage of a key: in use, or waiting until its DID document is registered.
public enum KeyStage: String, Codable, Sendable, Hashable, CaseIterable {
    /// The key is in use: the registered document lists it.
    case active
    /// The key waits for the registration of the pending document, and is deleted with that document (see
    /// ``WalletVault/pendingDocument(_:)``).
    case pending
}
