import HeraldPostgres
import OpenDIDServices
import OpenDID_DataModel

extension PostgresRows {
    func walletRecord(_ walletID: String) throws -> WalletRecord? {
        try transaction.first("SELECT wallet_id, device_did, status FROM tas_wallet WHERE wallet_id = $1", [walletID])
            .flatMap(WalletRecord.init)
    }

    func walletRecord(ofDevice did: String) throws -> WalletRecord? {
        try transaction.first("SELECT wallet_id, device_did, status FROM tas_wallet WHERE device_did = $1", [did])
            .flatMap(WalletRecord.init)
    }

    func insert(_ wallet: WalletRecord, by registration: WalletRecord.Registration, at now: UTCInstant) throws {
        try transaction.execute(
            """
            INSERT INTO tas_wallet (wallet_id, device_did, status, request, transaction_id, registered_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            """,
            [
                wallet.walletID, wallet.deviceDID, wallet.status.rawValue, registration.request,
                registration.transactionID, now.seconds,
            ])
    }

    func transactionID(ofRegistration request: [UInt8]) throws -> String? {
        try transaction.first("SELECT transaction_id FROM tas_wallet WHERE request = $1", [request])?.get(0)
    }

    func assignWallet(_ walletID: String) throws -> Bool {
        // The expression keeps PostgreSQL from searching the index of unused wallets, which is often the smallest one. It would read all
        // entries there, and writes for different wallets would conflict.
        try transaction.execute(
            "UPDATE tas_wallet SET status = $1 WHERE wallet_id = $2 AND status || '' = $3",
            [WalletRecord.Status.assigned.rawValue, walletID, WalletRecord.Status.created.rawValue]
        ).changes == 1
    }
}

extension WalletRecord {
    /// Returns `nil` for a wallet with a status that this version of Herald does not know.
    fileprivate init?(_ row: PostgresRow) throws {
        guard let status = Status(rawValue: try row.get(2)) else { return nil }
        self.init(walletID: try row.get(0), deviceDID: try row.get(1), status: status)
    }
}
