import Synchronization

/// The validity of keys that callers have received. It ends when the vault is locked.
final class KeyLease: Sendable {
    private let isValid = Mutex(true)

    func end() { isValid.withLock { $0 = false } }

    /// - Throws: ``WalletError`` with code `locked` if the vault was locked or closed.
    func check() throws(WalletError) {
        guard isValid.withLock({ $0 }) else {
            throw WalletError(.locked, reason: "the wallet was locked or closed after the key was opened")
        }
    }
}
