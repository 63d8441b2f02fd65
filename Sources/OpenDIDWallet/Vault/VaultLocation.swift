import Foundation

/// The place of a vault.
public enum VaultLocation: Sendable, Hashable {
    /// The file `wallet.sqlite` in a folder that is created if it does not exist, and a key file while no passcode is registered.
    case directory(URL)
    /// The memory of this process.
    case memory
}
