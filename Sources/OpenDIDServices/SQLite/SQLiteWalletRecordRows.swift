import Foundation
import GRDB
import OpenDID_DataModel

extension SQLiteRows {
    package func walletRecord(_ walletID: String) throws -> WalletRecord? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT wallet_id, device_did, status FROM tas_wallet WHERE wallet_id = ?"),
            arguments: [walletID]
        )
        .flatMap(WalletRecord.init)
    }

    package func walletRecord(ofDevice did: String) throws -> WalletRecord? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT wallet_id, device_did, status FROM tas_wallet WHERE device_did = ?"),
            arguments: [did]
        )
        .flatMap(WalletRecord.init)
    }

    package func insert(_ wallet: WalletRecord, by registration: WalletRecord.Registration, at now: UTCInstant) throws {
        try db.executeCached(
            sql: """
                INSERT INTO tas_wallet (wallet_id, device_did, status, request, transaction_id, registered_at) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                wallet.walletID, wallet.deviceDID, wallet.status.rawValue, Data(registration.request),
                registration.transactionID, now.seconds,
            ])
    }

    package func transactionID(ofRegistration request: [UInt8]) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT transaction_id FROM tas_wallet WHERE request = ?"),
            arguments: [Data(request)])
    }

    package func assignWallet(_ walletID: String) throws -> Bool {
        try db.executeCached(
            sql: "UPDATE tas_wallet SET status = ? WHERE wallet_id = ? AND status = ?",
            arguments: [WalletRecord.Status.assigned.rawValue, walletID, WalletRecord.Status.created.rawValue])
        return db.changesCount == 1
    }
}

extension WalletRecord {
    /// Returns `nil` for a wallet with a status that this version of Herald does not know.
    fileprivate init?(_ row: Row) {
        guard let status = Status(rawValue: row["status"]) else { return nil }
        self.init(walletID: row["wallet_id"], deviceDID: row["device_did"], status: status)
    }
}
