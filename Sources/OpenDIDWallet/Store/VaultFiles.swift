import Foundation

/// The files of a vault in a folder.
struct VaultFiles: Sendable {
    let directory: URL

    var database: URL { directory.appendingPathComponent("wallet.sqlite") }
    var key: URL { directory.appendingPathComponent("wallet.key") }
    var lock: URL { directory.appendingPathComponent("wallet.lock") }
    /// The file of a vault that is being created. It gets its final name when it is complete, so that a file with the final name is never
    /// incomplete.
    var unfinished: URL { directory.appendingPathComponent("wallet.sqlite.new") }

    var hasDatabase: Bool { FileManager.default.fileExists(atPath: database.path) }

    /// Creates the folder with permissions for the current user of the system only.
    func makeDirectory() throws(WalletError) {
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw WalletError(.storage, field: "directory", reason: "the vault's folder cannot be created")
        }
    }

    /// Gives a complete new vault its final name.
    func finish() throws(WalletError) {
        // The other files of an earlier vault are deleted first, because SQLite would replay the log of that vault into the new one.
        for file in companions(of: database) { try DurableFile.remove(file) }
        try DurableFile.rename(unfinished.path, to: database)
    }

    func removeUnfinished() throws(WalletError) {
        for file in [unfinished] + companions(of: unfinished) { try DurableFile.remove(file) }
    }

    /// Deletes the vault's files. The write-ahead log and the other companion files are deleted before the database, so that no log remains
    /// without its database.
    func removeAll() throws(WalletError) {
        for file in companions(of: database) + [database] { try DurableFile.remove(file) }
        try removeUnfinished()
        try DurableFile.sync(folder: directory)
    }

    private func companions(of file: URL) -> [URL] {
        ["-journal", "-wal", "-shm"].map { URL(fileURLWithPath: file.path + $0) }
    }
}
