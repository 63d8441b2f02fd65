/// The names of keys in OpenDID's documents, with their purposes (OpenDID sheet 1.6).
public enum DIDKeyName: String, Sendable, Hashable, CaseIterable {
    /// A key of devices and providers that signs credentials, profiles, attestations and wallet data.
    case assert
    /// A key of devices and providers for authentication.
    case auth
    /// A key for key agreement. Every document has it.
    case keyagree
    /// A key of the TAS for capability invocation.
    case invoke
    /// A holder's key that a PIN protects.
    case pin
    /// A holder's key that biometrics protects.
    case bio

    /// The verification relationships, such as `assertionMethod`, that list a key of this name.
    public var purposes: [ProofPurpose] {
        switch self {
        case .assert: [.assertionMethod]
        case .auth: [.authentication]
        case .keyagree: [.keyAgreement]
        case .invoke: [.capabilityInvocation]
        case .pin, .bio: [.assertionMethod, .authentication]
        }
    }

    /// The way in which the owner unlocks the key.
    public var authType: AuthType {
        switch self {
        case .assert, .auth, .keyagree, .invoke: .free
        case .pin: .pin
        case .bio: .bio
        }
    }
}

extension ProofPurpose {
    /// The name of a provider's or device's key for this purpose. `nil` for capabilityDelegation, which OpenDID does not use.
    public var defaultKeyName: DIDKeyName? {
        switch self {
        case .assertionMethod: .assert
        case .authentication: .auth
        case .keyAgreement: .keyagree
        case .capabilityInvocation: .invoke
        case .capabilityDelegation: nil
        }
    }
}
