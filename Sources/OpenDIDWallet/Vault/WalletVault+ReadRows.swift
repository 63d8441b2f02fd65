/// The cache of rows that are read often.
extension WalletVault {
    /// Returns the content of a row that contains no secrets. The content stays in memory until the vault is locked. The row is read and decrypted again only after it has changed.
    func recalling<Record: Decodable & Sendable>(_ type: Record.Type, _ name: RowName) throws(WalletError) -> Record? {
        if let known = try recalled(type, name) { return known }
        let value = try reading { rows in try rows.record(type, name) }
        if let value { remember(value, name) }
        return value
    }

    /// Returns the cached content of a row, or `nil` if the row was never read or has changed since.
    func recalled<Value: Sendable>(_ type: Value.Type, _ name: RowName) throws(WalletError) -> Value? {
        guard let mark = try requireOpen().ledger.marks[name], let known = store?.read[name], known.mark == mark else {
            return nil
        }
        return known.value as? Value
    }

    func remember(_ value: some Sendable, _ name: RowName) {
        if let mark = store?.ledger.marks[name] { store?.read[name] = (mark, value) }
    }

    /// Sets the ledger after a transaction was committed, and removes the changed rows from the cache. An old key must not stay in memory.
    func turn(to ledger: RowLedger) {
        store?.ledger = ledger
        guard let read = store?.read else { return }
        for (name, known) in read where ledger.marks[name] != known.mark { store?.read[name] = nil }
    }
}
