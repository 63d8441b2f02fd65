import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func registration(ofUnusedWalletBeyond count: Int) throws -> UTCInstant? {
        try transaction.first(
            """
            SELECT registered_at FROM tas_wallet WHERE status = 'CREATED' ORDER BY registered_at DESC LIMIT 1 OFFSET $1
            """, [count]
        ).map { UTCInstant(seconds: try $0.get(0)) }
    }

    func unusedWallets(before moment: UTCInstant, limit: Int) throws -> [WalletRecord] {
        // Wallets that another instance deletes, or that get an owner at this moment, are skipped.
        try transaction.rows(
            """
            SELECT wallet_id, device_did FROM tas_wallet WHERE status = 'CREATED' AND registered_at < $1
            ORDER BY registered_at LIMIT $2 FOR UPDATE SKIP LOCKED
            """, [moment.seconds, limit]
        ).map { WalletRecord(walletID: try $0.get(0), deviceDID: try $0.get(1)) }
    }

    func removeWallet(_ walletID: String) throws {
        try transaction.execute("DELETE FROM tas_wallet WHERE wallet_id = $1", [walletID])
    }
}
