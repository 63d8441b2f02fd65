import GRDB

/// The counts and sizes that the limits for providers apply to.
extension Registry {
    /// Returns the number of an issuer's schemas, and their size in bytes.
    static func size(ofSchemasOf did: String, in db: any ServiceRows) throws -> (entries: Int, bytes: Int) {
        try size(sql: "SELECT COUNT(*), COALESCE(SUM(LENGTH(body)), 0) FROM ledger_schema WHERE owner = ?", did, in: db)
    }

    /// Returns the number of an issuer's plans, and their size in bytes.
    static func size(ofPlansOf did: String, in db: any ServiceRows) throws -> (entries: Int, bytes: Int) {
        try size(sql: "SELECT COUNT(*), COALESCE(SUM(LENGTH(body)), 0) FROM ledger_plan WHERE owner = ?", did, in: db)
    }

    /// Returns the number of apps that may use a wallet.
    static func appCount(of wallet: String, in db: any ServiceRows) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT COUNT(*) FROM ledger_app WHERE wallet = ?"), arguments: [wallet]) ?? 0
    }

    /// Returns the number of apps of all wallets together.
    static func appCount(in db: any ServiceRows) throws -> Int {
        try Int.fetchOne(db.cachedStatement(sql: "SELECT COUNT(*) FROM ledger_app")) ?? 0
    }

    private static func size(sql: String, _ did: String, in db: any ServiceRows) throws -> (entries: Int, bytes: Int) {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [did]).map { ($0[0], $0[1]) } ?? (0, 0)
    }
}
