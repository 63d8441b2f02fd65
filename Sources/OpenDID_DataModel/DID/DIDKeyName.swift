/// The names that keys have in OpenDID's documents, and what each is for (OpenDID sheet 1.6).
public enum DIDKeyName: String, Sendable, Hashable, CaseIterable {
    /// Signs credentials, profiles, attestations and wallet data; of devices and providers.
    case assert
    /// Authenticates devices and providers.
    case auth
    /// Agrees on secrets; in every document.
    case keyagree
    /// Invokes capabilities; of the TAS.
    case invoke
    /// A holder's key behind a PIN.
    case pin
    /// A holder's key behind biometrics.
    case bio

    /// The lists of a document under which the key stands.
    public var purposes: [ProofPurpose] {
        switch self {
        case .assert: [.assertionMethod]
        case .auth: [.authentication]
        case .keyagree: [.keyAgreement]
        case .invoke: [.capabilityInvocation]
        case .pin, .bio: [.assertionMethod, .authentication]
        }
    }

    /// How the owner opens the key.
    public var authType: AuthType {
        switch self {
        case .assert, .auth, .keyagree, .invoke: .free
        case .pin: .pin
        case .bio: .bio
        }
    }
}

extension ProofPurpose {
    /// The name that a provider's or device's key for this purpose has; `nil` for capabilityDelegation, which nobody uses.
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
