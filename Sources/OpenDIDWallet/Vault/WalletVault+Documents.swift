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
    public func walletID() throws(WalletError) -> String? { try reading { rows in try rows.record(String.self, RowName(.walletID)) } }

    /// The registered document.
    public func document(_ owner: KeyOwner) throws(WalletError) -> DIDDocument? {
        try reading { rows in try rows.document(.document(owner)) }
    }

    /// A document on its way to the registry. Its keys have the stage `pending`.
    public func pendingDocument(_ owner: KeyOwner) throws(WalletError) -> DIDDocument? {
        try reading { rows in try rows.document(.pendingDocument(owner)) }
    }

    /// Protocol runs that did not end, sorted by id.
    public func journalEntries() throws(WalletError) -> [JournalEntry] { try reading { rows in try rows.journal() } }

    /// Does changes in one transaction: all or none, on disk when this returns.
    /// - Throws: ``WalletError`` of the first change that cannot be done.
    package func commit(_ changes: [VaultChange]) async throws(WalletError) {
        let application = ChangeApplication(now: now())
        try writing { rows in
            for change in changes { try application.apply(change, to: &rows) }
        }
        await sweepBiometricKeys()
    }
}
