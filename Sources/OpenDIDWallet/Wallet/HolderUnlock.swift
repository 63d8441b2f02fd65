import OpenDID_DataModel

/// The data that unlocks the user's keys for one run.
///
/// ```swift
/// let unlock = HolderUnlock(pin: SecretText(typed), bioPrompt: "Show your library card")
/// ```
public struct HolderUnlock: Sendable {
    /// The PIN of the key `pin`.
    public var pin: SecretText?
    /// The sentence that the system shows when it asks for a fingerprint or a face, for the key `bio`.
    public var bioPrompt: String?

    /// Creates the unlocking data. Pass both if the peer may require both keys.
    public init(pin: SecretText? = nil, bioPrompt: String? = nil) {
        self.pin = pin
        self.bioPrompt = bioPrompt
    }

    /// Returns the unlocking data with a PIN only.
    public static func pin(_ pin: SecretText) -> HolderUnlock { HolderUnlock(pin: pin) }
    /// Returns the unlocking data for biometrics only.
    public static func bio(prompt: String) -> HolderUnlock { HolderUnlock(bioPrompt: prompt) }

    var authentication: HolderAuthentication {
        HolderAuthentication(keys: (pin == nil ? [] : [.pin]) + (bioPrompt == nil ? [] : [.bio]))
    }

    func unlock(_ method: KeyInfo.AccessMethod) throws(WalletError) -> KeyUnlock {
        switch method {
        case .none:
            return .none
        case .pin:
            guard let pin else { throw WalletError(.keyUnlock, field: "pin", reason: "the PIN is needed") }
            return .pin(pin)
        case .biometric:
            guard let bioPrompt else { throw WalletError(.keyUnlock, field: "bio", reason: "biometrics are needed") }
            return .bio(prompt: bioPrompt)
        }
    }
}
