/// What rows said that are read again and again.
extension WalletVault {
    /// What a row without secrets says, read and decrypted once for as long as it stays what it is.
    func recalling<Record: Decodable & Sendable>(_ type: Record.Type, _ name: RowName) throws(WalletError) -> Record? {
        if let known = try recalled(type, name) { return known }
        let value = try reading { rows in try rows.record(type, name) }
        if let value { remember(value, name) }
        return value
    }

    /// What a row said when it was read last; `nil` when it has never been read or is another one now.
    func recalled<Value: Sendable>(_ type: Value.Type, _ name: RowName) throws(WalletError) -> Value? {
        guard let mark = try requireOpen().ledger.marks[name], let known = store?.read[name], known.mark == mark else { return nil }
        return known.value as? Value
    }

    func remember(_ value: some Sendable, _ name: RowName) {
        if let mark = store?.ledger.marks[name] { store?.read[name] = (mark, value) }
    }

    /// Rows are what a transaction made them, and what those said that it removed or changed is forgotten: a key among it too.
    func turn(to ledger: RowLedger) {
        store?.ledger = ledger
        guard let read = store?.read else { return }
        for (name, known) in read where ledger.marks[name] != known.mark { store?.read[name] = nil }
    }
}
