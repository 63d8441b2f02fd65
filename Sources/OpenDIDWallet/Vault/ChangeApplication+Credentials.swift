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
        let present = try rows.record(CredentialRecord.self, place)
        if let present, present.bytes != record.bytes, try !record.isVersion(of: present) {
            throw WalletError(.duplicate, field: "credential", reason: "another credential has this ID")
        }
        if replacingSameSchema {
            for other in try rows.credentialHeads() where other.schemaID == record.schemaID && other.id != record.id {
                try rows.remove(rows.name(.credential, hiding: other.id))
            }
        }
        // A credential that is already stored is not an error, because a resumed run may store the issuer's answer once more.
        if let present, present.bytes == record.bytes { return }
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
        if let present = try rows.record(CredentialRecord.self, rows.name(.credential, hiding: id)),
            try present.isVersion(of: record)
        {
            // The issuer has issued the credential again, and the wallet uses the newer one.
            return try rows.remove(doubtful)
        }
        try rows.remove(doubtful)
        try addCredential(record.bytes.bytes, replacingSameSchema: replacingSameSchema, &rows)
    }
}
