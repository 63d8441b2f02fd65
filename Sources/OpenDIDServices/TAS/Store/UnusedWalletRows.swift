import GRDB
import OpenDID_DataModel

/// Deletes wallets whose owner is not registered. This is needed because any client can register wallets, each with a DID document.
struct UnusedWallets: Sendable {
    let limits: ServiceLimits

    /// Deletes unused wallets that are too old, and the oldest ones above the limit. A deleted wallet may be registered again.
    var expired: ExpiredRows {
        ExpiredRows { [limits] db, now, limit in
            var over = now - limits.unusedWallet
            if let crowd = try Self.crowded(beyond: limits.unusedWallets, in: db) {
                over = max(over, min(crowd, now - limits.crowdedWallet))
            }
            let statement = try db.cachedStatement(
                sql: """
                    SELECT wallet_id, device_did FROM tas_wallet WHERE status = 'CREATED' AND registered_at < ? ORDER BY registered_at LIMIT ?
                    """)
            let wallets = try Row.fetchAll(statement, arguments: [over.seconds, limit])
            for wallet in wallets { try Self.forget(wallet["wallet_id"], device: wallet["device_did"], in: db) }
            return wallets.count
        }
    }

    /// Returns the time just after the newest wallet above the limit was registered, or `nil` if the limit is not exceeded. It reads at
    /// most `count` + 1 index entries.
    private static func crowded(beyond count: Int, in db: any ServiceRows) throws -> UTCInstant? {
        try Int64.fetchOne(
            db.cachedStatement(
                sql: """
                    SELECT registered_at FROM tas_wallet WHERE status = 'CREATED' ORDER BY registered_at DESC LIMIT 1 OFFSET ?
                    """),
            arguments: [count]
        ).map { UTCInstant(seconds: $0) + .seconds(1) }
    }

    private static func forget(_ walletID: String, device did: String, in db: any ServiceRows) throws {
        try db.executeCached(sql: "DELETE FROM tas_wallet WHERE wallet_id = ?", arguments: [walletID])
        // Only the DID document that was registered together with the wallet is deleted. A DID with another role is not deleted.
        guard
            try String.fetchOne(db.cachedStatement(sql: "SELECT role FROM ledger_did WHERE did = ?"), arguments: [did])
                == RoleTypeEnum.Wallet.rawValue
        else { return }
        try db.executeCached(
            sql: "DELETE FROM ledger_status_change WHERE kind = 'did' AND subject = ?", arguments: [did])
        try db.executeCached(sql: "DELETE FROM ledger_did_version WHERE did = ?", arguments: [did])
        try db.executeCached(sql: "DELETE FROM ledger_did WHERE did = ?", arguments: [did])
    }
}
