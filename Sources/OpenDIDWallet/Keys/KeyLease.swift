import Synchronization

/// Whether keys that were handed out may still be used: not after the vault was locked.
final class KeyLease: Sendable {
    private let isValid = Mutex(true)

    func end() { isValid.withLock { $0 = false } }

    /// - Throws: ``WalletError`` `locked`.
    func check() throws(WalletError) {
        guard isValid.withLock({ $0 }) else {
            throw WalletError(.locked, reason: "the wallet was locked or closed after the key was opened")
        }
    }
}
