import OpenDID_DataModel

/// One change of a vault. Several changes can be applied in one transaction; see ``WalletVault/commit(_:)``.
package enum VaultChange: Sendable {
    /// Stores the id that the wallet provider assigned.
    case setWalletID(String)
    /// Stores the packages that may request wallet tokens.
    case setAllowedApps([String])
    /// Stores a registered document that was not pending before, such as after its DID was activated again.
    case setDocument(KeyOwner, DIDDocument)
    /// Stores a document that is to be registered, as pending. `nil` deletes a pending document that was never sent, and every pending key
    /// of the owner.
    case setPendingDocument(KeyOwner, DIDDocument?)
    /// Makes the pending document the current one after its registration. Pending keys that it lists become active, and other pending keys
    /// are deleted. The earlier document is retired, together with the active keys that the new document does not list.
    case promotePendingDocument(KeyOwner)
    /// Retires a pending document that was sent, after the registry has answered that it does not have it. The pending keys that the
    /// document lists are retired with it. Other pending keys are deleted.
    case retirePendingDocument(KeyOwner)
    /// Makes a retired document the current one, because the registry has it, and retires the document that was the current one.
    case takeBack(KeyOwner, number: Int64)
    /// Deletes keys of any stage. Missing keys are not an error.
    case deleteKeys(KeyOwner, [String])
    /// Stores a credential as it was received, without checking it. It replaces a credential with the same id, issuer and schema. With
    /// `replacingSameSchema`, other credentials of the same schema are deleted.
    case addCredential(bytes: [UInt8], replacingSameSchema: Bool)
    /// Deletes the other credentials of the same schema, which this credential replaces. A missing credential is not an error.
    case removeEarlier(than: String)
    /// Takes a credential out of use and sets it aside, after the registry has answered that it does not know the credential. A missing
    /// credential is not an error.
    case doubtCredential(String)
    /// Takes a credential that was set aside into use again, because the registry knows it. With `replacingSameSchema`, other credentials
    /// of the same schema are deleted. If the issuer has issued the credential again under the same id, the newer one stays in use.
    case trustCredential(String, replacingSameSchema: Bool)
    /// Deletes credentials. Missing ones are not an error, so that a revocation can be repeated.
    case deleteCredentials([String])
    /// Stores data of the app under a name. `nil` deletes the data.
    case setRecord(String, [UInt8]?)
    /// Adds or replaces an entry of the journal.
    case putJournal(JournalEntry)
    /// Deletes an entry of the journal. A missing entry is not an error.
    case removeJournal(String)
    /// Replaces the wallet token. `nil` deletes the token. The app's package must be allowed, and the personal data must be that of the
    /// bound user.
    case setWalletToken(WalletTokenRecord?)
    /// Binds a user. `piiHash` is SHA-256 of the user's personal data, 32 bytes.
    case bindUser(piiHash: [UInt8], userId: String?)
    /// Unbinds the user. The user, the token, the holder's documents and keys, and the credentials are deleted (OpenDID sheet 6.8:
    /// depersonalised).
    case unbindUser
}

/// Applies changes to the rows in one transaction, and refuses changes that the wallet's state does not allow.
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
            if let waiting = try rows.document(.pendingDocument(owner)), waiting.id != document.id {
                // The earlier pending document may have been sent, and the registry may have it. It is therefore retired and not deleted.
                try retire(waiting, owner, &rows)
            }
            try put(document, .pendingDocument(owner), owner, &rows)
        case .promotePendingDocument(let owner):
            try promote(owner, &rows)
        case .retirePendingDocument(let owner):
            try retirePending(owner, &rows)
        case .takeBack(let owner, let number):
            try requireHolderAllowed(owner, rows)
            try rows.takeBack(owner, number, at: now)
        case .deleteKeys(let owner, let ids):
            for id in ids {
                for stage in KeyStage.allCases { try rows.removeKey(owner, id, stage) }
            }
        case .addCredential(let bytes, let replacingSameSchema):
            try addCredential(bytes, replacingSameSchema: replacingSameSchema, &rows)
        case .removeEarlier(let id):
            try removeEarlier(than: id, &rows)
        case .doubtCredential(let id):
            try doubt(id, &rows)
        case .trustCredential(let id, let replacingSameSchema):
            try trust(id, replacingSameSchema: replacingSameSchema, &rows)
        case .deleteCredentials(let ids):
            for id in ids { try rows.remove(rows.name(.credential, hiding: id)) }
        case .setRecord(let name, let bytes):
            try set(bytes, named: name, &rows)
        case .putJournal(let entry):
            try rows.put(
                JournalRecord(id: entry.id, flow: entry.flow, state: StoredBytes(entry.state)),
                rows.name(.journal, hiding: entry.id))
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

    /// Deletes all data of the user. The data of the device stays.
    func removePersonalRows(_ rows: inout VaultRows) throws {
        try dropPending(.holder, &rows)
        for stage in KeyStage.allCases {
            for key in try rows.keys(.holder, stage) { try rows.removeKey(.holder, key.id, stage) }
        }
        for set in try rows.retired(.holder) { try rows.remove(set.name) }
        for kind in [RowName.Kind.credential, .doubtful, .journal, .token, .user] {
            for name in rows.names(kind) { try rows.remove(name) }
        }
        try rows.remove(.document(.holder))
    }

    private func put(_ document: DIDDocument, _ name: RowName, _ owner: KeyOwner, _ rows: inout VaultRows) throws {
        let current = try rows.document(.document(owner))
        guard current == nil || current?.id == document.id else {
            throw WalletError(
                .didMismatch, field: "id", reason: "the document belongs to another DID")
        }
        try requireKeys(of: document, owner, current, rows)
        try rows.put(document, name)
    }

    /// Checks that the wallet has the keys that a document lists. Otherwise the owner could not use the document. A key without its private
    /// key is accepted if the current document lists the same key. The private key may have been lost, such as a biometric key after a
    /// backup was restored.
    private func requireKeys(of document: DIDDocument, _ owner: KeyOwner, _ current: DIDDocument?, _ rows: VaultRows)
        throws
    {
        let own = try KeyStage.allCases.flatMap { stage in try rows.keys(owner, stage) }
        for method in document.verificationMethod {
            let key = try? VerificationKey(method)
            let isOwn = own.contains { $0.id == method.id && $0.publicKey.bytes == key?.compressed }
            guard isOwn || current?.verificationMethod.contains(method) == true else {
                throw WalletError(
                    .keyNotFound, field: method.id, reason: "the document lists a key that this wallet does not have")
            }
        }
    }

    private func promote(_ owner: KeyOwner, _ rows: inout VaultRows) throws {
        guard let document = try rows.document(.pendingDocument(owner)) else {
            throw WalletError(.notFound, field: "pendingDocument", reason: "no document is to be registered")
        }
        try requireKeys(of: document, owner, rows.document(.document(owner)), rows)
        let listed = ListedKey.all(of: document)
        // The trust agent's confirmation is not signed, so the earlier document may still be the registered one. Its keys are therefore
        // retired and not deleted.
        let leaving = try rows.keys(owner, .active).filter { !listed.contains(ListedKey($0)) }
        if let current = try rows.document(.document(owner)), current != document {
            try rows.retire(current, of: owner, leaving, .active, wasRegistered: true, at: now)
        }
        for key in leaving { try rows.removeKey(owner, key.id, .active) }
        for key in try rows.keys(owner, .pending) where listed.contains(ListedKey(key)) {
            let attempts = try rows.record(AttemptRecord.self, .pinAttempts(owner, key.id, .pending))
            try rows.putKey(key, .active)
            if let attempts { try rows.put(attempts, .pinAttempts(owner, key.id, .active)) }
        }
        try rows.put(document, .document(owner))
        try dropPending(owner, &rows)
    }

    private func retirePending(_ owner: KeyOwner, _ rows: inout VaultRows) throws {
        if let document = try rows.document(.pendingDocument(owner)) { try retire(document, owner, &rows) }
        try dropPending(owner, &rows)
    }

    /// Retires a pending document, with copies of the pending keys that it lists.
    private func retire(_ document: DIDDocument, _ owner: KeyOwner, _ rows: inout VaultRows) throws {
        let listed = ListedKey.all(of: document)
        let keys = try rows.keys(owner, .pending).filter { listed.contains(ListedKey($0)) }
        try rows.retire(document, of: owner, keys, .pending, wasRegistered: false, at: now)
    }

    private func dropPending(_ owner: KeyOwner, _ rows: inout VaultRows) throws {
        for key in try rows.keys(owner, .pending) { try rows.removeKey(owner, key.id, .pending) }
        try rows.remove(.pendingDocument(owner))
    }

    private func set(_ token: WalletTokenRecord, _ rows: inout VaultRows) throws {
        guard rows.state != .installed else { throw refused(.personalize, rows) }
        _ = try checked(token.piiHash)
        guard try rows.allowedApps().contains(token.pkgName) else {
            throw WalletError(
                .token, field: "pkgName", reason: "the package is not in the list of apps that may use this wallet")
        }
        if let user = try rows.user(), user.piiHashHex != BoundUser(piiHash: token.piiHash, userId: nil).piiHashHex {
            throw WalletError(
                .user, field: "sha256_pii",
                reason: "the token is for a user other than the wallet's")
        }
        try rows.put(TokenRecord(token), RowName(.token))
    }

    private func bind(_ user: BoundUser, _ rows: inout VaultRows) throws {
        // A resumed run may bind the same user again, which changes nothing.
        if let bound = try rows.user(), bound.piiHashHex == user.piiHashHex { return }
        try require(.personalize, rows)
        try rows.put(user, RowName(.user))
    }

    private func set(_ bytes: [UInt8]?, named name: String, _ rows: inout VaultRows) throws {
        guard VaultRecord.isName(name) else {
            throw parameter("record", "a record's name has 1 to 64 characters of a-z 0-9 . -")
        }
        guard let bytes else { return try rows.remove(RowName(.record, name)) }
        guard bytes.count <= VaultRecord.limit else {
            throw parameter("record", "a record has at most \(VaultRecord.limit) bytes")
        }
        try rows.put(StoredBytes(bytes), RowName(.record, name))
    }

    private func checked(_ piiHash: [UInt8]) throws -> [UInt8] {
        guard piiHash.count == 32 else { throw parameter("sha256_pii", "32 bytes expected, \(piiHash.count) found") }
        return piiHash
    }

    private func requireHolderAllowed(_ owner: KeyOwner, _ rows: VaultRows) throws {
        guard owner == .device || rows.state == .personalized || rows.state == .operation else {
            throw refused(.createHolder, rows)
        }
    }

    func require(_ operation: WalletState.Operation, _ rows: VaultRows) throws {
        guard rows.state.allows(operation) else { throw refused(operation, rows) }
    }

    func refused(_ operation: WalletState.Operation, _ rows: VaultRows) -> WalletError {
        .refused(operation, in: rows.state)
    }

    func parameter(_ field: String, _ reason: String) -> WalletError {
        WalletError(.parameter, field: field, reason: reason)
    }
}
