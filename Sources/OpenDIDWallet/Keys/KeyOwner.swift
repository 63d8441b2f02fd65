/// The owner of keys and a DID document (OpenDID sheet 0). The installation and its user have different DIDs.
public enum KeyOwner: String, Codable, Sendable, Hashable, CaseIterable {
    /// This installation of the wallet, with the keys `assert`, `auth` and `keyagree`.
    case device
    /// The user, with the keys `keyagree`, `pin` and optionally `bio`.
    case holder
}
