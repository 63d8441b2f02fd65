import GRDB

extension DeviceUse {
    /// Returns the use of a device, according to the registry and the trust agent's wallets.
    static func find(_ did: String, in db: Database) throws -> DeviceUse {
        let statement = try db.cachedStatement(
            sql: """
                SELECT EXISTS (SELECT 1 FROM ledger_did WHERE did = ?),
                    EXISTS (SELECT 1 FROM tas_wallet WHERE device_did = ? AND status = 'CREATED')
                """)
        guard let row = try Row.fetchOne(statement, arguments: [did, did]), row[0] as Bool else { return .none }
        return row[1] as Bool ? .waiting : .owned
    }
}
