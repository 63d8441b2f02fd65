import GRDB
import OpenDID_DataModel

extension VaultRows {
    /// Returns the active and pending keys with a PIN, each with the name of the row that counts the wrong attempts at its PIN.
    private func keysUnderPIN() throws -> [(key: KeyRecord, attempts: RowName)] {
        try KeyStage.allCases.flatMap { stage in
            try KeyOwner.allCases.flatMap { owner in
                try keys(owner, stage).filter { $0.pin != nil }.map { ($0, .pinAttempts(owner, $0.id, stage)) }
            }
        }
    }

    /// Raises the unencrypted counts of wrong attempts to those in the encrypted rows, for every key with a PIN, including keys that were
    /// set aside.
    func tellAttempts(to known: inout KnownAttempts) throws {
        for (key, name) in try keysUnderPIN() { known.raise(to: try record(AttemptRecord.self, name), at: key) }
        for owner in KeyOwner.allCases {
            for retired in try retired(owner).flatMap(\.keys) { known.raise(to: retired.attempts, at: retired.key) }
        }
    }

    /// Returns the unencrypted counts of wrong attempts. If they are damaged, the function creates them again from the encrypted rows, so
    /// that the damage does not lock the owner out.
    func knownAttempts() throws -> KnownAttempts {
        if let known = try KnownAttempts.intact(db, vault: seal.vault) { return known }
        var known = KnownAttempts(vault: seal.vault)
        try tellAttempts(to: &known)
        return known
    }

    /// Changes the unencrypted counts of wrong attempts.
    func changeKnownAttempts(_ change: (inout KnownAttempts) -> Void) throws {
        var known = try knownAttempts()
        change(&known)
        try known.write(db)
    }

    /// Updates the unencrypted counts of wrong attempts from the encrypted rows.
    func tellKnownAttempts() throws {
        var known = try knownAttempts()
        try tellAttempts(to: &known)
        // The counts are written only if they have changed or if the stored counts are damaged.
        guard try known != KnownAttempts.intact(db, vault: seal.vault) else { return }
        try known.write(db)
    }

    /// Resets the counted wrong attempts at a key's PIN, in all copies of the key, including copies that were set aside.
    mutating func forgetAttempts(at key: KeyRecord) throws {
        for (other, name) in try keysUnderPIN() where other.publicKey == key.publicKey && contains(name) {
            try remove(name)
        }
        for retired in try retired(key.owner) {
            let cleared = retired.forgettingAttempts(at: key)
            if cleared.keys.map(\.attempts) != retired.keys.map(\.attempts) { try put(cleared, cleared.name) }
        }
        try changeKnownAttempts { $0.forget(key) }
    }

    /// Raises the counted wrong attempts at each key to at least the known count.
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
