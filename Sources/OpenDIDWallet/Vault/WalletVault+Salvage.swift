import Foundation
import OpenDID_DataModel

/// What could be saved of a damaged wallet.
public struct SalvagedWallet: Sendable, Hashable {
    /// The intact rows as a backup, for ``WalletVault/restoreBackup(_:passphrase:replacingExisting:)`` in a new vault.
    public let backup: [UInt8]
    /// How many rows of each kind (`credential`, `key`, `document` …) are damaged. Rows that were removed cannot be counted.
    public let lost: [String: Int]
}

extension WalletVault {
    /// Saves what is intact of a vault that opens as `damaged`, so that one bad sector does not cost every credential. The damaged vault
    /// stays as it is. Each row that is saved is genuine; that none is missing or of an older date is what cannot be told any more.
    /// - Parameters:
    ///   - directory: the vault's folder.
    ///   - passcode: when a lock is registered; attempts count as in ``authenticateLock(passcode:)``.
    ///   - passphrase: for the backup.
    ///   - parameters: what protects the backup.
    ///   - keyGuard: what kept the vault's key. Defaults to the key file in the folder.
    ///   - now: the time.
    ///   - random: random bytes.
    /// - Throws: ``WalletError`` `not_found` when there is no vault, `locked` when a passcode is needed, `damaged` when not even the
    ///   header can be read, and as ``open(at:parameters:keyGuard:biometrics:now:random:)`` and ``authenticateLock(passcode:)``.
    public static func salvage(
        _ directory: URL, passcode: SecretText? = nil, passphrase: SecretText, parameters: VaultParameters = .calibrated,
        keyGuard: (any StoreKeyGuard)? = nil, now: @escaping @Sendable () -> UTCInstant = SystemSource.now,
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) async throws(WalletError) -> SalvagedWallet {
        guard VaultFiles(directory: directory).hasDatabase else {
            throw WalletError(.notFound, field: "directory", reason: "there is no vault in this folder")
        }
        let vault = try await open(
            at: .directory(directory), parameters: parameters, keyGuard: keyGuard, biometrics: nil, now: now, random: random,
            isSalvaging: true)
        let saved: SalvagedWallet
        do {
            if let passcode { try await vault.authenticateLock(passcode: passcode) }
            saved = SalvagedWallet(
                backup: try await vault.exportBackup(passphrase: passphrase), lost: try await vault.requireOpen().lost)
        } catch {
            await vault.close()
            throw error
        }
        await vault.close()
        return saved
    }
}
