import Foundation
import GRDB
import OpenDID_DataModel

/// A wallet that is registered with the trust agent (OpenDID sheet 5.4, 6.8).
struct WalletRecord: Sendable, Hashable {
    /// The status of a wallet. A wallet is `ASSIGNED` when its owner is registered.
    enum Status: String, Sendable { case created = "CREATED", assigned = "ASSIGNED" }

    let walletID: String
    let deviceDID: String
    let status: Status

    static func find(_ walletID: String, in db: any ServiceRows) throws -> WalletRecord? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT wallet_id, device_did, status FROM tas_wallet WHERE wallet_id = ?"),
            arguments: [walletID]
        )
        .flatMap(WalletRecord.init)
    }

    /// Returns the wallet of a device.
    static func find(device did: String, in db: any ServiceRows) throws -> WalletRecord? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT wallet_id, device_did, status FROM tas_wallet WHERE device_did = ?"),
            arguments: [did]
        )
        .flatMap(WalletRecord.init)
    }

    /// The request that registered a wallet, and the answer's transaction ID. With them, the same request gets the same answer again.
    struct Registration: Sendable {
        /// SHA-256 of the request's body.
        let request: [UInt8]
        let transactionID: String
    }

    /// Stores a new wallet with the status `CREATED`.
    /// - Throws: a constraint error if the wallet or the device exists already.
    static func insert(
        walletID: String, deviceDID: String, by registration: Registration, at now: UTCInstant, in db: any ServiceRows
    ) throws {
        try db.executeCached(
            sql: """
                INSERT INTO tas_wallet (wallet_id, device_did, status, request, transaction_id, registered_at) VALUES (?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                walletID, deviceDID, Status.created.rawValue, Data(registration.request), registration.transactionID,
                now.seconds,
            ])
    }

    /// Returns the transaction ID in the answer to a registration, or `nil` if there was no such request.
    static func transaction(ofRegistration request: [UInt8], in db: any ServiceRows) throws -> String? {
        try String.fetchOne(
            db.cachedStatement(sql: "SELECT transaction_id FROM tas_wallet WHERE request = ?"),
            arguments: [Data(request)])
    }

    /// Changes a wallet's status to `ASSIGNED`.
    /// - Returns: false if the status was not `CREATED`.
    static func assign(_ walletID: String, in db: any ServiceRows) throws -> Bool {
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
