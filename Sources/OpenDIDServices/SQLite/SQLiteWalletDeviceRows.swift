import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func walletDevice(_ did: String) throws -> WalletDevice? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT document, answer FROM wallet_device WHERE did = ?"), arguments: [did]
        ).map { WalletDevice(document: [UInt8]($0[0] as Data), answer: [UInt8]($0[1] as Data)) }
    }

    package func insertWalletDeviceIfAbsent(
        _ device: WalletDevice, did: String, walletID: String, unusedSince now: UTCInstant
    ) throws {
        try db.executeCached(
            sql:
                "INSERT OR IGNORE INTO wallet_device (did, wallet_id, document, answer, unused_since) VALUES (?, ?, ?, ?, ?)",
            arguments: [did, walletID, Data(device.document), Data(device.answer), now.seconds])
    }

    /// SQLite has one writer, so there is nothing to lock.
    package func unusedDevices(before instant: UTCInstant, limit: Int, locking: Bool) throws -> [UnusedDevice] {
        try Row.fetchAll(
            db.cachedStatement(
                sql: "SELECT did, unused_since FROM wallet_device WHERE unused_since < ? ORDER BY unused_since LIMIT ?"),
            arguments: [instant.seconds, limit]
        ).map { UnusedDevice(did: $0[0], unusedSince: UTCInstant(seconds: $0[1])) }
    }

    package func newestUnusedDevice(beyond count: Int) throws -> UTCInstant? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT unused_since FROM wallet_device WHERE unused_since IS NOT NULL ORDER BY unused_since DESC LIMIT 1 OFFSET ?
                    """),
            arguments: [count]
        ).map { UTCInstant(seconds: $0) }
    }

    package func deleteUnusedDevice(_ device: UnusedDevice) throws {
        try db.executeCached(
            sql: "DELETE FROM wallet_device WHERE did = ? AND unused_since = ?",
            arguments: [device.did, device.unusedSince.seconds])
    }

    package func moveUnusedDevice(_ device: UnusedDevice, to instant: UTCInstant?) throws {
        try db.executeCached(
            sql: "UPDATE wallet_device SET unused_since = ? WHERE did = ? AND unused_since = ?",
            arguments: [instant?.seconds, device.did, device.unusedSince.seconds])
    }
}
