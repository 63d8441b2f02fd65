import GRDB
import OpenDID_DataModel

/// Wallets that were registered and whose owners never were: anybody can register such, with a DID document each.
struct UnusedWallets: Sendable {
    let limits: ServiceLimits

    /// Those that are too old, and of too many the oldest. What is forgotten may be registered again.
    var expired: ExpiredRows {
        ExpiredRows { [limits] db, now, limit in
            var over = now.adding(seconds: -limits.unusedWallet).seconds
            if let crowd = try Self.crowded(beyond: limits.unusedWallets, in: db) {
                over = max(over, min(crowd, now.adding(seconds: -limits.crowdedWallet).seconds))
            }
            let statement = try db.cachedStatement(sql: """
                SELECT wallet_id, device_did FROM tas_wallet WHERE status = 'CREATED' AND registered_at < ? ORDER BY registered_at LIMIT ?
                """)
            let wallets = try Row.fetchAll(statement, arguments: [over, limit])
            for wallet in wallets { try Self.forget(wallet["wallet_id"], device: wallet["device_did"], in: db) }
            return wallets.count
        }
    }

    /// When the youngest one that is too many was registered; `nil` when there are not too many. Reads no more of the index than may be.
    private static func crowded(beyond count: Int, in db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db.cachedStatement(sql: """
                SELECT registered_at FROM tas_wallet WHERE status = 'CREATED' ORDER BY registered_at DESC LIMIT 1 OFFSET ?
                """),
            arguments: [count]).map { $0 &+ 1 }
    }

    private static func forget(_ walletID: String, device did: String, in db: Database) throws {
        try db.executeCached(sql: "DELETE FROM tas_wallet WHERE wallet_id = ?", arguments: [walletID])
        // Only what a wallet's registration entered: a DID that is somebody else's too stays.
        guard try String.fetchOne(db.cachedStatement(sql: "SELECT role FROM ledger_did WHERE did = ?"), arguments: [did])
            == RoleTypeEnum.Wallet.rawValue else { return }
        try db.executeCached(sql: "DELETE FROM ledger_status_change WHERE kind = 'did' AND subject = ?", arguments: [did])
        try db.executeCached(sql: "DELETE FROM ledger_did_version WHERE did = ?", arguments: [did])
        try db.executeCached(sql: "DELETE FROM ledger_did WHERE did = ?", arguments: [did])
    }
}
