import GRDB
import HeraldKeys
import Synchronization

/// What is known of a vault while it is open, and forgotten when it is locked.
struct OpenStore: Sendable {
    /// 32 bytes, zeroed with the last copy.
    let vaultKey: SecretBytes
    let seal: RowSeal
    var ledger: RowLedger
    /// How many damaged rows of each kind were left out, when salvaging.
    var lost: [String: Int] = [:]
    /// What signers look at.
    let lease = KeyLease()
    /// What rows said that are read again and again, each with the mark of the row that said it: another mark is another row.
    var read: [RowName: (mark: [UInt8], value: any Sendable)] = [:]
}

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
