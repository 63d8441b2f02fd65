import GRDB
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

    /// What is readable of wrong attempts; where that is damaged what the sealed rows say, so that nobody is refused for it.
    func knownAttempts() throws -> KnownAttempts {
        do {
            return try KnownAttempts(db, vault: seal.vault)
        } catch where !(error is DatabaseError) {
            var known = KnownAttempts(vault: seal.vault)
            try tellAttempts(to: &known)
            return known
        }
    }

    /// Changes what is readable of wrong attempts.
    func changeKnownAttempts(_ change: (inout KnownAttempts) -> Void) throws {
        var known = try knownAttempts()
        change(&known)
        try known.write(db)
    }

    /// Makes readable what only the sealed rows know.
    func tellKnownAttempts() throws {
        var known = try knownAttempts()
        try tellAttempts(to: &known)
        // What cannot be read equals nothing, and is written anew.
        guard known != (try? KnownAttempts(db, vault: seal.vault)) else { return }
        try known.write(db)
    }

    /// Forgets the wrong attempts at a key, also those that went with copies of it that were put away.
    mutating func forgetAttempts(at key: KeyRecord) throws {
        for (other, name) in try keysUnderPIN() where other.publicKey == key.publicKey && contains(name) { try remove(name) }
        for retired in try retired(key.owner) {
            let cleared = retired.forgettingAttempts(at: key)
            if cleared.keys.map(\.attempts) != retired.keys.map(\.attempts) { try put(cleared, cleared.name) }
        }
        try changeKnownAttempts { $0.forget(key) }
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
