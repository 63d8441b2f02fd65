import Foundation
import GRDB
import OpenDID_DataModel

/// An installed wallet that the trust agent knows (OpenDID sheet 5.4, 6.8).
struct WalletRecord: Sendable, Hashable {
    /// How far the wallet has come.
    enum Status: String, Sendable { case created = "CREATED", assigned = "ASSIGNED" }

    let walletID: String
    let deviceDID: String
    let status: Status

    /// The wallet of an id.
    static func find(_ walletID: String, in db: Database) throws -> WalletRecord? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT wallet_id, device_did, status FROM tas_wallet WHERE wallet_id = ?"), arguments: [walletID])
            .flatMap(WalletRecord.init)
    }

    /// The wallet of a device.
    static func find(device did: String, in db: Database) throws -> WalletRecord? {
        try Row.fetchOne(db.cachedStatement(sql: "SELECT wallet_id, device_did, status FROM tas_wallet WHERE device_did = ?"), arguments: [did])
            .flatMap(WalletRecord.init)
    }

    /// The request by which a wallet became known, and the answer that it got: the same request again gets the same answer.
    struct Registration: Sendable {
        /// SHA-256 of the body.
        let request: [UInt8]
        let transactionID: String
    }

    /// Enters a wallet, status `CREATED`.
    /// - Throws: a constraint error when the wallet or the device is there already.
    static func insert(walletID: String, deviceDID: String, by registration: Registration, at now: UTCInstant, in db: Database) throws {
        try db.executeCached(
            sql: """
                INSERT INTO tas_wallet (wallet_id, device_did, status, request, transaction_id, registered_at) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                walletID, deviceDID, Status.created.rawValue, Data(registration.request), registration.transactionID, now.seconds,
            ])
    }

    /// What a registration was answered with; `nil` when there was none with this request.
    static func transaction(ofRegistration request: [UInt8], in db: Database) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT transaction_id FROM tas_wallet WHERE request = ?"), arguments: [Data(request)])
    }

    /// Makes a wallet `ASSIGNED`.
    /// - Returns: false when it was not `CREATED`.
    static func assign(_ walletID: String, in db: Database) throws -> Bool {
        try db.executeCached(
            sql: "UPDATE tas_wallet SET status = ? WHERE wallet_id = ? AND status = ?",
            arguments: [Status.assigned.rawValue, walletID, Status.created.rawValue])
        return db.changesCount == 1
    }

    private init?(_ row: Row) {
        guard let status = Status(rawValue: row["status"]) else { return nil }
        (walletID, deviceDID, self.status) = (row["wallet_id"], row["device_did"], status)
    }
}
