import OpenDID_DataModel

extension WalletVault {
    /// Wrong attempts at PINs, by the public keys of the keys under them. None while the vault is locked, or damaged: a backup is the way
    /// out of both.
    func attemptsAtHand() -> [StoredBytes: AttemptRecord] {
        let found = try? reading { rows in
            var found: [StoredBytes: AttemptRecord] = [:]
            for (key, name) in try rows.keysUnderPIN() {
                if let attempts = try rows.record(AttemptRecord.self, name) { found[key.publicKey] = attempts }
            }
            for owner in KeyOwner.allCases {
                for retired in try rows.retired(owner).flatMap(\.keys) { found[retired.key.publicKey] = retired.attempts }
            }
            return found
        }
        return found ?? [:]
    }
}

extension VaultRows {
    /// The keys under a PIN, of every stage, each with the name of the row that counts the wrong attempts at it.
    func keysUnderPIN() throws -> [(key: KeyRecord, attempts: RowName)] {
        try KeyStage.allCases.flatMap { stage in
            try KeyOwner.allCases.flatMap { owner in
                try keys(owner, stage).filter { $0.pin != nil }.map { ($0, .pinAttempts(owner, $0.id, stage)) }
            }
        }
    }

    /// Counts at least as many wrong attempts at each key as are known of it.
    mutating func raiseAttempts(to known: [StoredBytes: AttemptRecord]) throws {
        for (key, name) in try keysUnderPIN() {
            guard let attempts = known[key.publicKey] else { continue }
            if attempts.failures > (try record(AttemptRecord.self, name)?.failures ?? 0) { try put(attempts, name) }
        }
    }
}
