/// Whose keys and DID document (OpenDID sheet 0): the installation has one DID, its user another.
public enum KeyOwner: String, Codable, Sendable, Hashable, CaseIterable {
    /// This installation of the wallet: `assert`, `auth`, `keyagree`.
    case device
    /// The user: `keyagree`, `pin` and perhaps `bio`.
    case holder
}
