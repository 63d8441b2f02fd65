import Synchronization

/// Remembers the keys of trust agent and providers as they were at first sight, so that a gateway cannot put others in their place later
/// (OpenDID sheet 0). ``WalletVault`` keeps them beside everything else; ``RecentProviderKeys`` only as long as the process lives.
public protocol ProviderKeyMemory: Sendable {
    /// What was met of a DID; `nil` when it was never met.
    /// - Throws: ``WalletError`` when the memory cannot be read; nothing is trusted then.
    func keys(of did: String) async throws(WalletError) -> ProviderKeys?

    /// Remembers keys where `earlier` is what is there; otherwise does nothing, since another check was faster.
    /// - Throws: ``WalletError`` when it cannot be written.
    func remember(_ keys: ProviderKeys, after earlier: ProviderKeys?) async throws(WalletError)
}

/// A memory that ends with the process.
public final class RecentProviderKeys: ProviderKeyMemory {
    private let known = Mutex<[String: ProviderKeys]>([:])

    /// A memory that has met nobody.
    public init() {}

    public func keys(of did: String) async throws(WalletError) -> ProviderKeys? { known.withLock { $0[did] } }

    public func remember(_ keys: ProviderKeys, after earlier: ProviderKeys?) async throws(WalletError) {
        known.withLock { known in
            guard known[keys.did] == earlier, earlier != nil || known.count < WalletVault.providerLimit else { return }
            known[keys.did] = keys
        }
    }
}
