extension WalletVault {
    /// Updates the readable form of the wrong attempts from the encrypted rows when the vault is opened. The rows may have been written
    /// before the readable form existed, or the readable form was damaged or deleted. It is needed if a backup is restored while the vault
    /// is locked again.
    ///
    /// If the vault cannot be written, it can still be read. The next opening tries the update again.
    func tellKnownAttempts() {
        guard !isSalvaging, let store else { return }
        try? database.write { db in
            try VaultRows(db, seal: store.seal, ledger: store.ledger, random: random).tellKnownAttempts()
        }
    }

    /// Returns the wrong attempts at PINs from the encrypted rows. Empty while the vault is locked or damaged, because a backup is the way
    /// out of both.
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
