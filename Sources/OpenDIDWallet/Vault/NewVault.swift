import Foundation
import GRDB
import HeraldKeys

/// Creates empty vaults.
enum NewVault {
    /// Creates the file of a vault under a temporary name, and renames it when it is complete and on disk.
    static func make(
        _ files: VaultFiles, keyGuard: any StoreKeyGuard, random: @escaping @Sendable (Int) -> [UInt8]
    ) throws(WalletError) {
        try files.removeUnfinished()
        // The empty file is created with the right permissions first, because SQLite gives its additional files the same permissions.
        try DurableFile.write([], to: files.unfinished)
        let database = try VaultDatabase(path: files.unfinished.path, hasLog: false)
        do {
            try database.migrate()
            try write(into: database, keyGuard: keyGuard, random: random)
        } catch {
            database.close()
            throw error
        }
        database.close()
        try files.finish()
    }

    /// Writes the header and the ledger of an empty vault.
    static func write(
        into database: VaultDatabase, keyGuard: any StoreKeyGuard, random: @escaping @Sendable (Int) -> [UInt8]
    ) throws(WalletError) {
        let vault = try VaultKey.randomBytes(16, random)
        let key = try VaultKey.made(random)
        let header = try VaultHeader(vault: vault, guarded: VaultKey.wrapped(key, by: keyGuard, vault: vault))
        let bytes = try header.bytes()
        try database.write { db in
            try PlainRows.set(bytes, PlainRows.header, db)
            var rows = VaultRows(db, seal: RowSeal(vaultKey: key, vault: vault), ledger: RowLedger(), random: random)
            try rows.writeLedger(headerBytes: bytes)
        }
    }
}
