import OpenDID_DataModel

extension WalletVault {
    /// Returns the wallet's state.
    /// - Throws: ``WalletError`` with code `locked` or `closed`.
    public func state() throws(WalletError) -> WalletState { try reading { rows in rows.state } }

    /// Checks that the wallet's state allows an operation.
    /// - Throws: ``WalletError`` with code `state` if the state does not allow it, or with code `locked`.
    public func require(_ operation: WalletState.Operation) throws(WalletError) {
        let state = try state()
        guard state.allows(operation) else { throw .refused(operation, in: state) }
    }

    /// True if the device is registered. The result is also known while the wallet is locked, because a lock can be registered only after
    /// the device.
    /// - Throws: ``WalletError`` with code `closed`, or as ``state()`` does.
    public var isCreated: Bool {
        get throws(WalletError) { try isLocked ? true : state() != .installed }
    }

    /// Returns the id that the wallet provider assigned, such as `WID202411abcdefghijk`, or `nil`.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func walletID() throws(WalletError) -> String? { try recalling(String.self, RowName(.walletID)) }

    /// Returns the registered document, or `nil`.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func document(_ owner: KeyOwner) throws(WalletError) -> DIDDocument? {
        try recalling(DIDDocument.self, .document(owner))
    }

    /// Returns the document that waits for its registration, or `nil`. Its new keys have the stage `pending`.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func pendingDocument(_ owner: KeyOwner) throws(WalletError) -> DIDDocument? {
        try reading { rows in try rows.document(.pendingDocument(owner)) }
    }

    /// Returns the versions of documents that the wallet no longer uses, in the order in which they were retired.
    func retiredDocuments(_ owner: KeyOwner) throws(WalletError) -> [RetiredDocument] {
        try reading { rows in try rows.retired(owner) }
    }

    /// Returns the protocol runs that have not ended, sorted by id.
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func journalEntries() throws(WalletError) -> [JournalEntry] { try reading { rows in try rows.journal() } }

    /// Applies changes in one transaction. The changes are on disk when the function returns.
    /// - Parameter passcode: the passcode of a lock that is registered in the same transaction; see ``registerLock(passcode:isLock:pin:)``.
    /// - Throws: ``WalletError`` of the first change that is refused.
    package func commit(_ changes: [VaultChange], registeringLock passcode: SecretText? = nil) async throws(WalletError)
    {
        try await commit(changes, registeringLock: passcode, provenKey: nil)
    }

    /// Applies changes in one transaction.
    /// - Parameter provenKey: the row of a key whose PIN was entered correctly just now. The passcode of the new lock can then reset the
    /// wrong attempts at this PIN.
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
            // The guard no longer encrypts anything in the file, so it may delete its data. If the process ends before this call, the next
            // opening of the vault makes the call.
            try? keyGuard.forget(vault: new.vault.bytes)
        } else {
            try writing(apply)
        }
        await sweepBiometricKeys()
    }
}
