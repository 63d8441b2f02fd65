import HeraldLocks

/// Stores the keys of the trust agent and of providers when the wallet first meets them, so that a gateway cannot replace them later
/// (OpenDID sheet 0). ``WalletVault`` stores them with its other data. ``RecentProviderKeys`` stores them until the end of the process.
public protocol ProviderKeyMemory: Sendable {
    /// Returns the keys of a DID, or `nil` if the DID was never seen.
    /// - Throws: ``WalletError`` if the memory cannot be read. The caller must then trust no key.
    func keys(of did: String) async throws(WalletError) -> ProviderKeys?

    /// Stores keys if the present entry is `earlier`. Otherwise it does nothing, because another check has changed the entry in the
    /// meantime.
    /// - Throws: ``WalletError`` if the memory cannot be written.
    func remember(_ keys: ProviderKeys, after earlier: ProviderKeys?) async throws(WalletError)
}

/// Stores the keys of providers in the memory of this process.
public final class RecentProviderKeys: ProviderKeyMemory {
    private let known = Mutex<[String: ProviderKeys]>([:])

    /// Creates an empty memory.
    public init() {}

    public func keys(of did: String) async throws(WalletError) -> ProviderKeys? { known.withLock { $0[did] } }

    public func remember(_ keys: ProviderKeys, after earlier: ProviderKeys?) async throws(WalletError) {
        known.withLock { known in
            guard known[keys.did] == earlier, earlier != nil || known.count < WalletVault.providerLimit else { return }
            known[keys.did] = keys
        }
    }
}
