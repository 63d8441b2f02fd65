import OpenDID_DataModel

/// Does changes to the rows of one transaction, and refuses what the wallet's state does not allow.
struct ChangeApplication {
    let now: UTCInstant

    func apply(_ change: VaultChange, to rows: inout VaultRows) throws {
        switch change {
        case .setWalletID(let id):
            guard (1...256).contains(id.utf8.count) else { throw parameter("walletId", "1 to 256 characters expected") }
            try rows.put(id, RowName(.walletID))
        case .setAllowedApps(let apps):
            try rows.put(apps, RowName(.allowedApps))
        case .setDocument(let owner, let document):
            try requireHolderAllowed(owner, rows)
            try put(document, .document(owner), owner, &rows)
        case .setPendingDocument(let owner, nil):
            try dropPending(owner, &rows)
        case .setPendingDocument(let owner, let document?):
            try requireHolderAllowed(owner, rows)
            try put(document, .pendingDocument(owner), owner, &rows)
        case .promotePendingDocument(let owner):
            try promote(owner, &rows)
        case .deleteKeys(let owner, let ids):
            for id in ids {
                for stage in KeyStage.allCases { try rows.removeKey(owner, id, stage) }
            }
        case .addCredential(let bytes, let replacingSameSchema):
            try addCredential(bytes, replacingSameSchema: replacingSameSchema, &rows)
        case .deleteCredentials(let ids):
            for id in ids { try rows.remove(rows.name(.credential, hiding: id)) }
        case .putJournal(let entry):
            try rows.put(
                JournalRecord(id: entry.id, flow: entry.flow, state: StoredBytes(entry.state)), rows.name(.journal, hiding: entry.id))
        case .removeJournal(let id):
            try rows.remove(rows.name(.journal, hiding: id))
        case .setWalletToken(nil):
            try rows.remove(RowName(.token))
        case .setWalletToken(let token?):
            try set(token, &rows)
        case .bindUser(let piiHash, let userId):
            try bind(BoundUser(piiHash: try checked(piiHash), userId: userId), &rows)
        case .unbindUser:
            try require(.depersonalize, rows)
            try removePersonalRows(&rows)
        }
    }

    /// Everything that is the user's and not the device's.
    func removePersonalRows(_ rows: inout VaultRows) throws {
        try dropPending(.holder, &rows)
        for stage in KeyStage.allCases {
            for key in try rows.keys(.holder, stage) { try rows.removeKey(.holder, key.id, stage) }
        }
        for kind in [RowName.Kind.credential, .journal, .token, .user] {
            for name in rows.names(kind) { try rows.remove(name) }
        }
        try rows.remove(.document(.holder))
    }

    private func put(_ document: DIDDocument, _ name: RowName, _ owner: KeyOwner, _ rows: inout VaultRows) throws {
        let current = try rows.document(.document(owner))
        guard current == nil || current?.id == document.id else {
            throw WalletError(.didMismatch, field: "id", reason: "the document belongs to another DID than the one at hand")
        }
        try requireKeys(of: document, owner, current, rows)
        try rows.put(document, name)
    }

    /// A document whose keys are nowhere would lock the owner out. Keys that the present document lists likewise pass: one may be lost, as
    /// biometric keys are with a backup.
    private func requireKeys(of document: DIDDocument, _ owner: KeyOwner, _ current: DIDDocument?, _ rows: VaultRows) throws {
        let own = try KeyStage.allCases.flatMap { stage in try rows.keys(owner, stage) }
        for method in document.verificationMethod {
            let key = try? VerificationKey(method)
            let isOwn = own.contains { $0.id == method.id && $0.publicKey.bytes == key?.compressed }
            guard isOwn || current?.verificationMethod.contains(method) == true else {
                throw WalletError(.keyNotFound, field: method.id, reason: "the document lists a key that this wallet does not have")
            }
        }
    }

    private func promote(_ owner: KeyOwner, _ rows: inout VaultRows) throws {
        guard let document = try rows.document(.pendingDocument(owner)) else {
            throw WalletError(.notFound, field: "pendingDocument", reason: "no document waits to be registered")
        }
        try requireKeys(of: document, owner, rows.document(.document(owner)), rows)
        // By name and key: a pending key that was left from another run may have the name of a key that stays.
        let listed = Set(document.verificationMethod.compactMap { method in
            (try? VerificationKey(method)).map { ListedKey(id: method.id, publicKey: $0.compressed) }
        })
        for key in try rows.keys(owner, .active) where !listed.contains(ListedKey(key)) { try rows.removeKey(owner, key.id, .active) }
        for key in try rows.keys(owner, .pending) where listed.contains(ListedKey(key)) { try rows.putKey(key, .active) }
        try rows.put(document, .document(owner))
        try dropPending(owner, &rows)
    }

    private func dropPending(_ owner: KeyOwner, _ rows: inout VaultRows) throws {
        for key in try rows.keys(owner, .pending) { try rows.removeKey(owner, key.id, .pending) }
        try rows.remove(.pendingDocument(owner))
    }

    private func addCredential(_ bytes: [UInt8], replacingSameSchema: Bool, _ rows: inout VaultRows) throws {
        try require(.useCredentials, rows)
        let credential: VerifiableCredential
        do {
            credential = try VerifiableCredential(jsonBytes: bytes)
        } catch let error {
            throw parameter("credential", "the credential cannot be read: \(error)")
        }
        let record = CredentialRecord(
            id: credential.id, schemaID: credential.credentialSchema.id, stored: StoredInstant(now), bytes: StoredBytes(bytes))
        var present = try rows.credentials()
        if replacingSameSchema {
            for other in present where other.schemaID == record.schemaID { try rows.remove(rows.name(.credential, hiding: other.id)) }
            present.removeAll { $0.schemaID == record.schemaID }
        }
        if let same = present.first(where: { $0.id == record.id }) {
            // The same answer of an issuer, stored once more after a run was taken up again.
            if same.bytes == record.bytes { return }
            throw WalletError(.duplicate, field: "credential", reason: "there is another credential with this id")
        }
        try rows.put(record, rows.name(.credential, hiding: record.id))
    }

    private func set(_ token: WalletTokenRecord, _ rows: inout VaultRows) throws {
        guard rows.state != .installed else { throw refused(.personalize, rows) }
        _ = try checked(token.piiHash)
        guard try rows.allowedApps().contains(token.pkgName) else {
            throw WalletError(.token, field: "pkgName", reason: "the package is not among those that may use this wallet")
        }
        if let user = try rows.user(), user.piiHashHex != BoundUser(piiHash: token.piiHash, userId: nil).piiHashHex {
            throw WalletError(.user, field: "sha256_pii", reason: "the token is for another user than the one to whom the wallet is bound")
        }
        try rows.put(TokenRecord(token), RowName(.token))
    }

    private func bind(_ user: BoundUser, _ rows: inout VaultRows) throws {
        // Binding the same user again, after a run was taken up again, changes nothing.
        if let bound = try rows.user(), bound.piiHashHex == user.piiHashHex { return }
        try require(.personalize, rows)
        try rows.put(user, RowName(.user))
    }

    private func checked(_ piiHash: [UInt8]) throws -> [UInt8] {
        guard piiHash.count == 32 else { throw parameter("sha256_pii", "32 bytes expected, \(piiHash.count) found") }
        return piiHash
    }

    private func requireHolderAllowed(_ owner: KeyOwner, _ rows: VaultRows) throws {
        guard owner == .device || rows.state == .personalized || rows.state == .operation else { throw refused(.createHolder, rows) }
    }

    private func require(_ operation: WalletState.Operation, _ rows: VaultRows) throws {
        guard rows.state.allows(operation) else { throw refused(operation, rows) }
    }

    private func refused(_ operation: WalletState.Operation, _ rows: VaultRows) -> WalletError { .refused(operation, in: rows.state) }

    private func parameter(_ field: String, _ reason: String) -> WalletError { WalletError(.parameter, field: field, reason: reason) }
}

private struct ListedKey: Hashable {
    let id: String
    let publicKey: [UInt8]

    init(id: String, publicKey: [UInt8]) {
        self.id = id
        self.publicKey = publicKey
    }

    init(_ key: KeyRecord) { self.init(id: key.id, publicKey: key.publicKey.bytes) }
}
