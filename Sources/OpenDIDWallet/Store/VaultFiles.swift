import Foundation

/// The files of a vault in a folder.
struct VaultFiles: Sendable {
    let directory: URL

    var database: URL { directory.appendingPathComponent("wallet.sqlite") }
    var key: URL { directory.appendingPathComponent("wallet.key") }
    var lock: URL { directory.appendingPathComponent("wallet.lock") }
    /// A vault that is being made; it gets its name when it is complete, so that a file of that name is never an empty one.
    var unfinished: URL { directory.appendingPathComponent("wallet.sqlite.new") }

    var hasDatabase: Bool { FileManager.default.fileExists(atPath: database.path) }

    /// Makes the folder, for this user alone.
    func makeDirectory() throws(WalletError) {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw WalletError(.storage, field: "directory", reason: "the vault's folder cannot be made")
        }
    }

    /// Gives the complete new vault its name.
    func finish() throws(WalletError) {
        // A log left from a vault of the same name would be replayed into the new one.
        for file in companions(of: database) { try DurableFile.remove(file) }
        try DurableFile.rename(unfinished.path, to: database)
    }

    func removeUnfinished() throws(WalletError) {
        for file in [unfinished] + companions(of: unfinished) { try DurableFile.remove(file) }
    }

    /// Removes the vault: first what belongs to the database, then the database, so that no log outlives its file.
    func removeAll() throws(WalletError) {
        for file in companions(of: database) + [database] { try DurableFile.remove(file) }
        try removeUnfinished()
        try DurableFile.sync(folder: directory)
    }

    private func companions(of file: URL) -> [URL] {
        ["-journal", "-wal", "-shm"].map { URL(fileURLWithPath: file.path + $0) }
    }
}
