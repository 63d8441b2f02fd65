import OpenDID_DataModel

extension VaultRows {
    /// The keys under a PIN, of every stage, each with the name of the row that counts the wrong attempts at it.
    private func keysUnderPIN() throws -> [(key: KeyRecord, attempts: RowName)] {
        try KeyStage.allCases.flatMap { stage in
            try KeyOwner.allCases.flatMap { owner in
                try keys(owner, stage).filter { $0.pin != nil }.map { ($0, .pinAttempts(owner, $0.id, stage)) }
            }
        }
    }

    /// Tells the wrong attempts at every key under a PIN, also at those that were put away.
    func tellAttempts(to known: inout KnownAttempts) throws {
        for (key, name) in try keysUnderPIN() { known.raise(to: try record(AttemptRecord.self, name), at: key) }
        for owner in KeyOwner.allCases {
            for retired in try retired(owner).flatMap(\.keys) { known.raise(to: retired.attempts, at: retired.key) }
        }
    }

    /// Counts at least as many wrong attempts at each key as are known of it.
    mutating func raiseAttempts(to known: KnownAttempts) throws {
        for (key, name) in try keysUnderPIN() {
            let found = try record(AttemptRecord.self, name)
            if let more = known.more(than: found, at: key), more != found { try put(more, name) }
        }
        for owner in KeyOwner.allCases {
            for retired in try retired(owner) {
                let raised = retired.raisingAttempts(to: known)
                if raised.keys.map(\.attempts) != retired.keys.map(\.attempts) { try put(raised, raised.name) }
            }
        }
    }
}
