import OpenDID_DataModel

extension VaultRows {
    /// Returns the retired documents in the order in which they were retired.
    func retired(_ owner: KeyOwner) throws -> [RetiredDocument] {
        try names(.retired).compactMap { name in
            let record = try record(RetiredDocument.self, name)
            try record?.check()
            return record
        }
        .filter { $0.owner == owner }.sorted { $0.number < $1.number }
    }

    /// Sets aside a document, and the keys that the wallet stops using together with it. The caller deletes the rows of the keys.
    /// - Parameter stage: the stage that the keys had.
    mutating func retire(
        _ document: DIDDocument, of owner: KeyOwner, _ keys: [KeyRecord], _ stage: KeyStage, wasRegistered: Bool,
        at now: UTCInstant
    ) throws {
        var kept = try retired(owner)
        // If there are too many retired documents, the second oldest is deleted. The oldest stays, because after a series of forged answers
        // it is the document from before the attack.
        while kept.count >= max(RetiredDocument.limit, 2) { try remove(kept.remove(at: 1).name) }
        let last = kept.last?.number ?? 0
        let set = RetiredDocument(
            owner: owner, number: last < .max ? last + 1 : last, retired: StoredInstant(now),
            wasRegistered: wasRegistered,
            document: document,
            keys: try keys.map { key in
                RetiredDocument.Key(
                    key: key, attempts: try record(AttemptRecord.self, .pinAttempts(owner, key.id, stage)))
            })
        try put(set, set.name)
    }

    /// Makes a retired document the current one. The keys of the document are looked up among the active, pending and retired keys, because
    /// two versions of a document may share keys.
    /// - Throws: ``WalletError`` with code `not_found` if there is no such document, or with code `key_not_found` if the wallet has none of
    ///   the keys with which the owner could authenticate.
    mutating func takeBack(_ owner: KeyOwner, _ number: Int64, at now: UTCInstant) throws {
        let sets = try retired(owner)
        guard let set = sets.first(where: { $0.number == number }) else {
            throw WalletError(
                .notFound, field: RowName.Kind.retired.rawValue, reason: "the retired document does not exist")
        }
        let listed = ListedKey.all(of: set.document)
        let active = try keys(owner, .active)
        var missing = listed.subtracting(active.map(ListedKey.init))
        var coming: [RetiredDocument.Key] = []
        for key in set.keys + sets.flatMap(\.keys) where missing.remove(ListedKey(key.key)) != nil {
            coming.append(key)
        }
        let found = active.map(\.id).filter { id in listed.contains { $0.id == id } } + coming.map(\.key.id)
        guard found.contains(where: { set.document.purposes(ofKey: $0).contains(.authentication) }) else {
            throw WalletError(
                .keyNotFound, field: RowName.Kind.retired.rawValue,
                reason: "all keys of the retired document were deleted")
        }
        let leaving = active.filter { !listed.contains(ListedKey($0)) }
        // A key may have several copies, which were set aside at different times. A later wrong attempt is counted in only one copy, or in
        // none. The largest count is therefore used.
        var known = try knownAttempts()
        for copy in sets.flatMap(\.keys) { known.raise(to: copy.attempts, at: copy.key) }
        try remove(set.name)
        if let current = try document(.document(owner)) {
            try retire(current, of: owner, leaving, .active, wasRegistered: true, at: now)
        }
        for key in leaving { try removeKey(owner, key.id, .active) }
        for key in coming {
            try putKey(key.key, .active)
            if let attempts = known.more(than: nil, at: key.key) {
                try put(attempts, .pinAttempts(owner, key.key.id, .active))
            }
        }
        try put(set.document, .document(owner))
    }
}
