import Foundation

extension WalletVault {
    /// Deletes the wallet: database, key file and biometric keys. A locked wallet can be deleted too. The vault is closed afterwards; open
    /// another one to begin anew.
    /// - Parameter all: `false` keeps the device: its keys, document and wallet id. User, token, holder's keys and document, credentials,
    ///   protocol runs and lock go, and the vault stays open.
    /// - Throws: ``WalletError`` `storage`; `biometric` when the vault has biometric keys and was opened without their store, or the store
    ///   refuses, and then nothing was deleted; `locked` when part of a locked wallet is to be kept.
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
        // The database goes first: a key without a database opens nothing, and the next vault takes it over.
        defer { releaseFolder() }
        try files?.removeAll()
        do {
            try keyGuard.forget(vault: header.vault.bytes)
        } catch {
            throw error as? WalletError ?? WalletError(.storage, field: "keyGuard", reason: "the keeper of the vault's key did not forget")
        }
    }

    /// Removes the files of a vault that cannot be opened, such as one whose key file is lost. Keys in a biometric key store stay there.
    /// - Throws: ``WalletError`` `in_use` or `storage`.
    public static func deleteFiles(at directory: URL) throws(WalletError) {
        let files = VaultFiles(directory: directory)
        guard FileManager.default.fileExists(atPath: directory.path) else { return }
        let folderLock = try FolderLock(file: files.lock)
        defer { folderLock.release() }
        try files.removeAll()
        try DurableFile.remove(files.key)
        try DurableFile.remove(files.lock)
    }
}
