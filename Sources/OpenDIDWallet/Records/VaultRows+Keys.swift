import OpenDID_DataModel

extension VaultRows {
    func key(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) throws -> KeyRecord? {
        let record = try record(KeyRecord.self, .key(owner, id, stage))
        try record?.check()
        return record
    }

    /// Returns the keys in the order of their creation.
    func keys(_ owner: KeyOwner, _ stage: KeyStage) throws -> [KeyRecord] {
        try allKeys(stage).filter { $0.owner == owner }.sorted { ($0.number, $0.id) < ($1.number, $1.id) }
    }

    mutating func putKey(_ key: KeyRecord, _ stage: KeyStage) throws {
        try put(key, .key(key.owner, key.id, stage))
        // The counted attempts are deleted, because they were attempts at the earlier key or at its old PIN.
        try remove(.pinAttempts(key.owner, key.id, stage))
    }

    mutating func removeKey(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) throws {
        try remove(.key(owner, id, stage))
        try remove(.pinAttempts(owner, id, stage))
    }

    /// Returns the ids of the keys in the biometric key store that the vault's rows list.
    func biometricKeys() throws -> Set<String> {
        let retired = try KeyOwner.allCases.flatMap { owner in
            try self.retired(owner).flatMap(\.keys).compactMap(\.key.biometric)
        }
        return Set(try KeyStage.allCases.flatMap { stage in try allKeys(stage).compactMap(\.biometric) } + retired)
    }

    private func allKeys(_ stage: KeyStage) throws -> [KeyRecord] {
        try names(stage == .active ? .key : .pendingKey).compactMap { name in
            let record = try record(KeyRecord.self, name)
            try record?.check()
            return record
        }
    }
}
