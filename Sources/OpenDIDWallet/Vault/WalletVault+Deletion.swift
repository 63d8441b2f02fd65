import Foundation
import HeraldLocks

extension WalletVault {
    /// Deletes the wallet: the database, the key file and the biometric keys. A locked wallet can be deleted too. The vault is closed
    /// afterwards. Open another vault for a new wallet.
    /// - Parameter all: false to delete only the user, the token, the holder's keys and document, the credentials, the protocol runs and
    ///   the lock. The device's keys, document and wallet id then stay, and so does the open vault. Defaults to true.
    /// - Throws: ``WalletError`` with code `storage`. With code `biometric` if the vault has biometric keys and was opened without their
    ///   store, or if the store refuses. Nothing is deleted then. With code `locked` if the wallet is locked and `all` is false.
    public func deleteWallet(all: Bool = true) async throws(WalletError) {
        try requireUsable()
        guard all else {
            let application = ChangeApplication(now: now())
            try writing { rows in try application.removePersonalRows(&rows) }
            try dropLock()
            database.checkpoint()
            await sweepBiometricKeys()
            return
        }
        try await removeAllBiometricKeys()
        try requireUsable()
        closeDatabase()
        // The database is deleted before the guard's key. If the process ends between the two, a key without a database remains. It is
        // harmless, and the next vault can use it.
        defer { releaseFolder() }
        try files?.removeAll()
        do {
            try keyGuard.forget(vault: header.vault.bytes)
        } catch {
            throw error as? WalletError
                ?? WalletError(.storage, field: "keyGuard", reason: "the key guard did not delete the vault's key")
        }
    }

    /// Deletes the files of a vault that cannot be opened, such as one whose key file is lost. Keys in a biometric key store are not
    /// deleted.
    /// - Throws: ``WalletError`` with code `in_use` if another vault uses the folder, or with code `storage`.
    public static func deleteFiles(at directory: URL) throws(WalletError) {
        let files = VaultFiles(directory: directory)
        guard FileManager.default.fileExists(atPath: directory.path) else { return }
        let folderLock = try FolderLock.take(files.lock)
        defer { folderLock.release() }
        try files.removeAll()
        try DurableFile.remove(files.key)
        try DurableFile.remove(files.lock)
    }
}
