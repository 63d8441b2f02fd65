extension WalletVault {
    /// Makes what only the sealed rows know of wrong attempts readable, once the vault is open: they were written before there were readable
    /// ones, or those were damaged or removed. A backup may be restored when the vault is locked again.
    ///
    /// A vault that cannot be written can still be read; the next opening tries it again.
    func tellKnownAttempts() {
        guard !isSalvaging, let store else { return }
        try? database.write { db in
            try VaultRows(db, seal: store.seal, ledger: store.ledger, random: random).tellKnownAttempts()
        }
    }

    /// Wrong attempts at PINs as the sealed rows have them. None while the vault is locked, or damaged: a backup is the way out of both.
    func sealedAttempts() -> KnownAttempts {
        let none = KnownAttempts(vault: header.vault.bytes)
        let found = try? reading { rows in
            var found = none
            try rows.tellAttempts(to: &found)
            return found
        }
        return found ?? none
    }
}
