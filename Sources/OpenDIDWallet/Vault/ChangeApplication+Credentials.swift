import OpenDID_DataModel

extension ChangeApplication {
    /// The largest number of doubtful credentials. More are not needed, because a lost credential can be issued again.
    static let doubtfulLimit = 8

    func addCredential(_ bytes: [UInt8], replacingSameSchema: Bool, _ rows: inout VaultRows) throws {
        try require(.useCredentials, rows)
        let credential: VerifiableCredential
        do {
            credential = try VerifiableCredential(jsonBytes: bytes)
        } catch let error {
            throw parameter("credential", "the credential cannot be read: \(error)")
        }
        let record = CredentialRecord(
            id: credential.id, schemaID: credential.credentialSchema.id, stored: StoredInstant(now),
            bytes: StoredBytes(bytes))
        let place = rows.name(.credential, hiding: record.id)
        if replacingSameSchema {
            for other in try rows.credentialHeads() where other.schemaID == record.schemaID {
                try rows.remove(rows.name(.credential, hiding: other.id))
            }
        }
        if let same = try rows.record(CredentialRecord.self, place) {
            // A credential that is already stored is not an error, because a resumed run may store the issuer's answer once more.
            if same.bytes == record.bytes { return }
            throw WalletError(.duplicate, field: "credential", reason: "another credential has this ID")
        }
        try rows.put(record, place)
    }

    func removeEarlier(than id: String, _ rows: inout VaultRows) throws {
        let all = try rows.credentialHeads()
        guard let newest = all.first(where: { $0.id == id }) else { return }
        for other in all where other.schemaID == newest.schemaID && other.id != id {
            try rows.remove(rows.name(.credential, hiding: other.id))
        }
    }

    func doubt(_ id: String, _ rows: inout VaultRows) throws {
        let listed = rows.name(.credential, hiding: id)
        guard let record = try rows.record(CredentialRecord.self, listed) else { return }
        try rows.remove(listed)
        try rows.put(record, rows.name(.doubtful, hiding: id))
        for old in try rows.doubtfulCredentials().dropLast(Self.doubtfulLimit) {
            try rows.remove(rows.name(.doubtful, hiding: old.id))
        }
    }

    func trust(_ id: String, replacingSameSchema: Bool, _ rows: inout VaultRows) throws {
        let doubtful = rows.name(.doubtful, hiding: id)
        guard let record = try rows.record(CredentialRecord.self, doubtful) else {
            throw WalletError(.notFound, field: "vcId", reason: "no credential of this ID is set aside")
        }
        try rows.remove(doubtful)
        try addCredential(record.bytes.bytes, replacingSameSchema: replacingSameSchema, &rows)
    }
}
