import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func registration(ofUnusedWalletBeyond count: Int) throws -> UTCInstant? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT registered_at FROM tas_wallet WHERE status = 'CREATED' ORDER BY registered_at DESC LIMIT 1 OFFSET ?
                    """),
            arguments: [count]
        ).map { UTCInstant(seconds: $0) }
    }

    package func unusedWallets(before moment: UTCInstant, limit: Int) throws -> [WalletRecord] {
        let statement = try db.cachedStatement(
            sql: """
                SELECT wallet_id, device_did FROM tas_wallet WHERE status = 'CREATED' AND registered_at < ? ORDER BY registered_at LIMIT ?
                """)
        return try Row.fetchAll(statement, arguments: [moment.seconds, limit]).map { row in
            WalletRecord(walletID: row["wallet_id"], deviceDID: row["device_did"])
        }
    }

    package func removeWallet(_ walletID: String) throws {
        try db.executeCached(sql: "DELETE FROM tas_wallet WHERE wallet_id = ?", arguments: [walletID])
    }
}
