import OpenDID_DataModel

extension WalletVault {
    /// Where the wallet is in its life.
    public func state() throws(WalletError) -> WalletState { try reading { rows in rows.state } }

    /// - Throws: ``WalletError`` `state` when the wallet's state does not allow the operation, `locked`.
    public func require(_ operation: WalletState.Operation) throws(WalletError) {
        let state = try state()
        guard state.allows(operation) else { throw .refused(operation, in: state) }
    }

    /// Whether the device is registered; known while the wallet is locked too, since there is no lock before.
    public var isCreated: Bool {
        get throws(WalletError) { try isLocked ? true : state() != .installed }
    }

    /// The id that the wallet provider gave, such as `WID202411abcdefghijk`.
    public func walletID() throws(WalletError) -> String? { try recalling(String.self, RowName(.walletID)) }

    /// The registered document.
    public func document(_ owner: KeyOwner) throws(WalletError) -> DIDDocument? {
        try recalling(DIDDocument.self, .document(owner))
    }

    /// A document on its way to the registry. Its keys have the stage `pending`.
    public func pendingDocument(_ owner: KeyOwner) throws(WalletError) -> DIDDocument? {
        try reading { rows in try rows.document(.pendingDocument(owner)) }
    }

    /// Versions of documents that the wallet turned away from, in that order.
    func retiredDocuments(_ owner: KeyOwner) throws(WalletError) -> [RetiredDocument] { try reading { rows in try rows.retired(owner) } }

    /// Protocol runs that did not end, sorted by id.
    public func journalEntries() throws(WalletError) -> [JournalEntry] { try reading { rows in try rows.journal() } }

    /// Does changes in one transaction: all or none, on disk when this returns.
    /// - Parameter passcode: registers the wallet's lock in the same transaction; see ``registerLock(passcode:isLock:pin:)``.
    /// - Throws: ``WalletError`` of the first change that cannot be done.
    package func commit(_ changes: [VaultChange], registeringLock passcode: SecretText? = nil) async throws(WalletError) {
        try await commit(changes, registeringLock: passcode, provenKey: nil)
    }

    /// - Parameter provenKey: the row of a key whose PIN was right just now: that counts as under the lock that is registered.
    func commit(
        _ changes: [VaultChange], registeringLock passcode: SecretText?, provenKey: RowName?
    ) async throws(WalletError) {
        let application = ChangeApplication(now: now())
        let apply = { (rows: inout VaultRows) in
            for change in changes { try application.apply(change, to: &rows) }
        }
        if let passcode {
            let new = try lockedHeader(passcode)
            try replaceHeader(new, attempts: AttemptRecord()) { rows in
                try apply(&rows)
                if let provenKey, var key = try rows.record(KeyRecord.self, provenKey) {
                    key.lock = new.lock
                    try rows.put(key, provenKey)
                }
            }
            // The file holds nothing any more that the guard could open; if the process ends here, the next opening does it again.
            try? keyGuard.forget(vault: new.vault.bytes)
        } else {
            try writing(apply)
        }
        await sweepBiometricKeys()
    }
}
