import Foundation
import OpenDID_DataModel

/// The result of salvaging a damaged wallet.
public struct SalvagedWallet: Sendable, Hashable {
    /// The intact rows as a backup, for ``WalletVault/restoreBackup(_:passphrase:replacingExisting:)`` in a new vault.
    public let backup: [UInt8]
    /// The number of damaged rows of each kind (`credential`, `key`, `document` …). Rows that are missing from the file cannot be counted.
    public let lost: [String: Int]
}

extension WalletVault {
    /// Saves the intact data of a vault that reports `damaged` when it is opened, so that one bad sector does not destroy every credential.
    /// The damaged vault is not changed. Each saved row is genuine, but the function cannot detect that rows are missing or old.
    /// - Parameters:
    ///   - directory: the vault's folder.
    ///   - passcode: the passcode, if a lock is registered. Wrong attempts are counted as in
    ///     ``authenticateLock(passcode:)``.
    ///   - passphrase: the passphrase for the backup.
    ///   - parameters: the parameters for the protection of the backup.
    ///   - keyGuard: the guard of the vault's key. Defaults to the key file in the folder.
    ///   - now: returns the time. Defaults to the system's clock.
    ///   - random: returns random bytes. Defaults to the system's source.
    /// - Throws: ``WalletError`` with code `not_found` if there is no vault, with code `locked` if a passcode is needed, with code
    ///   `damaged` if the header cannot be read, and as ``open(at:parameters:keyGuard:biometrics:now:random:)`` and
    ///   ``authenticateLock(passcode:)``.
    public static func salvage(
        _ directory: URL, passcode: SecretText? = nil, passphrase: SecretText,
        parameters: VaultParameters = .calibrated,
        keyGuard: (any StoreKeyGuard)? = nil, now: @escaping @Sendable () -> UTCInstant = SystemSource.now,
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) async throws(WalletError) -> SalvagedWallet {
        guard VaultFiles(directory: directory).hasDatabase else {
            throw WalletError(.notFound, field: "directory", reason: "there is no vault in this folder")
        }
        let vault = try await open(
            at: .directory(directory), parameters: parameters, keyGuard: keyGuard, biometrics: nil, now: now,
            random: random,
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
