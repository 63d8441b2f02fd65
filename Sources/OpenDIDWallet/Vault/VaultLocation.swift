import Foundation

/// Where a vault lies.
public enum VaultLocation: Sendable, Hashable {
    /// `wallet.sqlite` in a folder that is made when it is not there, and a key file as long as no passcode is registered.
    case directory(URL)
    /// In memory: gone with the vault.
    case memory
}
