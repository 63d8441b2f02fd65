/// How a new key is to be protected (OpenDID sheet 1.6, 6.6).
public enum KeyProtection: Sendable {
    /// Opened with the vault (authType 1).
    case free
    /// Additionally encrypted under a PIN (authType 2).
    case pin(SecretText)
    /// Kept in the ``BiometricKeyStore``; the private key never enters the vault (authType 4).
    case biometric
}

/// What opens a key to sign.
public enum KeyUnlock: Sendable {
    /// For keys that open with the vault.
    case none
    /// The key's PIN.
    case pin(SecretText)
    /// The sentence that the system shows when it asks for a finger or a face.
    case bio(prompt: String)
}

/// Whether a key is in use, or waits for the DID document that lists it to be registered.
public enum KeyStage: String, Codable, Sendable, Hashable, CaseIterable {
    /// Listed in the registered document.
    case active
    /// Lives and dies with the pending document (see ``WalletVault/pendingDocument(_:)``).
    case pending
}
