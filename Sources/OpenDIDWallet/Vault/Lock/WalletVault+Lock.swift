import GRDB
import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// True if a passcode is registered, even if the wallet is unlocked now (OpenDID sheet 6.8).
    /// - Throws: ``WalletError`` with code `closed`.
    public var isLock: Bool {
        get throws(WalletError) {
            try requireUsable()
            return header.passcode != nil
        }
    }

    /// True if the wallet is locked now.
    /// - Throws: ``WalletError`` with code `closed`.
    public var isLocked: Bool {
        get throws(WalletError) {
            try requireUsable()
            return store == nil
        }
    }

    /// Registers the wallet's lock (OpenDID sheet 6.6). The wallet stays open until ``lock()`` or the end of the process.
    /// - Parameters:
    ///   - passcode: the passcode that opens the wallet from now on. If it is lost, only a backup gives access to the
    ///     data.
    ///   - isLock: false to register the type "unlock", which means no lock. The passcode is not stored then.
    ///     Defaults to true.
    ///   - pin: the PIN of the holder's key `pin`, if there is one. It proves that the owner of the key registers the
    ///     lock. The passcode can then reset the wrong attempts at the PIN (``resetAttempts(_:keyID:passcode:)``).
    /// - Throws: ``WalletError`` with code `lock_state` if there is a lock, with code `state` before the wallet was created, or with code
    ///   `weak_passcode` or `locked`. If `pin` is given, also as ``authenticatePIN(_:keyID:pin:)`` does, and a wrong PIN counts as an
    ///   attempt. In all these cases, no lock is registered.
    public func registerLock(passcode: SecretText, isLock: Bool = true, pin: SecretText? = nil)
        async throws(WalletError)
    {
        try requireLockable(isLock ? passcode : nil)
        guard isLock else { return }
        if let pin { try await authenticatePIN(.holder, keyID: DIDKeyName.pin.rawValue, pin: pin) }
        try await commit(
            [], registeringLock: passcode, provenKey: pin == nil ? nil : .key(.holder, DIDKeyName.pin.rawValue, .active)
        )
    }

    /// Checks that a lock can be registered.
    /// - Parameter passcode: the passcode of the lock, or `nil` for a lock of the type "unlock".
    /// - Throws: ``WalletError`` as ``registerLock(passcode:isLock:pin:)`` does.
    func requireLockable(_ passcode: SecretText?) throws(WalletError) {
        _ = try requireOpen()
        guard header.passcode == nil else {
            throw WalletError(.lockState, reason: "a lock is already registered, so change or remove it")
        }
        try require(.configureLock)
        if let passcode { try requireStrength(passcode) }
    }

    /// Returns the header of a vault that can be opened only with a passcode.
    func lockedHeader(_ passcode: SecretText) throws(WalletError) -> VaultHeader {
        try requireLockable(passcode)
        var new = header
        new.guarded = nil
        new.firstSalt = nil
        new.passcode = try VaultKey.sealed(
            requireOpen().vaultKey, passcode, cost: cost(), context: header.passcodeContext, random: random)
        return new
    }

    /// Opens the wallet with its passcode. An open wallet stays open after a wrong passcode.
    /// - Throws: ``WalletError`` with code `wrong_passcode`, `try_later`, `blocked` or `damaged`, or with code `lock_state` if there is no
    ///   lock.
    public func authenticateLock(passcode: SecretText) async throws(WalletError) {
        try requireUsable()
        let key = try openedVaultKey(passcode)
        if store == nil {
            store = try Self.open(database, header, key: key, isSalvaging: isSalvaging)
            tellKnownAttempts()
            await sweepBiometricKeys()
        }
    }

    /// Locks the wallet. Signers that callers have received stop signing. If there is no lock, nothing happens.
    public func lock() {
        guard header.passcode != nil else { return }
        store?.lease.end()
        store = nil
    }

    /// Changes the passcode of the lock. The vault's key, and therefore all encrypted data, stays the same (OpenDID sheet 6.6).
    /// - Throws: ``WalletError`` with code `lock_state` if there is no lock, with code `same_pin` if the passcodes are equal, with code
    ///   `weak_passcode`, and as ``authenticateLock(passcode:)``.
    public func changeLock(old: SecretText, new: SecretText) async throws(WalletError) {
        try requireUsable()
        guard header.passcode != nil else { throw WalletError(.lockState, reason: "no lock is registered") }
        guard old != new else {
            throw WalletError(.samePIN, field: "new", reason: "the new passcode is the same as the old one")
        }
        try requireStrength(new)
        try await authenticateLock(passcode: old)
        var header = header
        header.firstSalt = header.lock
        header.passcode = try VaultKey.sealed(
            requireOpen().vaultKey, new, cost: cost(), context: header.passcodeContext, random: random)
        try replaceHeader(header, attempts: AttemptRecord())
    }

    /// Removes the lock. The vault's key is then encrypted by the ``StoreKeyGuard`` again.
    /// - Throws: ``WalletError`` as ``authenticateLock(passcode:)`` does, and as the guard does.
    public func removeLock(passcode: SecretText) async throws(WalletError) {
        try await authenticateLock(passcode: passcode)
        try dropLock()
    }

    /// Makes the guard encrypt the key of the open vault again, in place of the passcode.
    func dropLock() throws(WalletError) {
        guard header.passcode != nil else { return }
        var new = header
        new.passcode = nil
        new.firstSalt = nil
        new.guarded = try StoredBytes(VaultKey.wrapped(requireOpen().vaultKey, by: keyGuard, vault: header.vault.bytes))
        try replaceHeader(new, attempts: nil)
    }

    /// Returns the vault's key, decrypted with the passcode. The attempt is counted before the passcode is checked.
    func openedVaultKey(_ passcode: SecretText) throws(WalletError) -> SecretBytes {
        guard let seal = header.passcode else { throw WalletError(.lockState, reason: "no lock is registered") }
        try requireLength(passcode)
        let store = { (record: AttemptRecord) throws(WalletError) in
            try self.database.write { db in try PlainRows.write(record, db) }
        }
        let charged = try charge(
            read: { () throws(WalletError) in try database.read { db in try PlainRows.readLockAttempts(db) } },
            write: store)
        let key: SecretBytes
        do {
            key = try VaultKey.opened(seal, passcode, context: header.passcodeContext)
        } catch  where error.code == .wrongPasscode {
            throw try wrong(charged, write: store)
        }
        try database.write { db in try PlainRows.write(AttemptRecord(), db) }
        return key
    }

    /// Counts a wrong attempt and stores the count before the caller reports the error.
    /// - Returns: the error to report.
    func wrong(_ charged: AttemptRecord, write: (AttemptRecord) throws(WalletError) -> Void) throws(WalletError)
        -> WalletError
    {
        var record = charged
        record.countWrong()
        try write(record)
        return record.refusal(parameters.attempts)
    }

    /// Begins one attempt, and stores it before the passcode or PIN is checked.
    /// - Returns: the stored record.
    func charge(
        read: () throws(WalletError) -> AttemptRecord, write: (AttemptRecord) throws(WalletError) -> Void
    ) throws(WalletError) -> AttemptRecord {
        let before = try read()
        var record = before
        do {
            try record.charge(at: now(), rule: parameters.attempts)
        } catch {
            if record != before { try write(record) }
            throw error
        }
        try write(record)
        return record
    }

    /// Checks the length of a passcode.
    /// - Throws: ``WalletError`` with code `parameter` if the passcode is too long.
    func requireLength(_ passcode: SecretText) throws(WalletError) {
        guard passcode.byteCount <= SecretText.limit else {
            throw WalletError(.parameter, field: "passcode", reason: "a passcode has at most \(SecretText.limit) bytes")
        }
    }

    /// Checks the length of a new passcode.
    /// - Throws: ``WalletError`` with code `weak_passcode` if the passcode is too short or too long.
    package func requireStrength(_ passcode: SecretText, minimum: Int? = nil) throws(WalletError) {
        let minimum = max(minimum ?? parameters.minimumPasscodeLength, 1)
        guard passcode.characterCount >= minimum, passcode.byteCount <= SecretText.limit else {
            throw WalletError(
                .weakPasscode, field: "passcode",
                reason: "\(minimum) characters or more, and at most \(SecretText.limit) bytes expected")
        }
    }
}

extension WalletVault {
    /// Updates the unencrypted counts of wrong attempts from the encrypted rows when the vault is opened. This is necessary if an earlier
    /// version without unencrypted counts wrote the rows, or if the unencrypted counts were damaged or deleted. They are needed if a backup
    /// is restored after the vault was locked again.
    ///
    /// The error of a failed write is ignored, because a vault that cannot be written can still be read. The next opening tries the update
    /// again.
    func tellKnownAttempts() {
        guard !isSalvaging, let store else { return }
        try? database.write { db in
            try VaultRows(db, seal: store.seal, ledger: store.ledger, random: random).tellKnownAttempts()
        }
    }

    /// Returns the wrong attempts at PINs from the encrypted rows. The result is empty if the vault is locked or damaged, because restoring
    /// a backup must be possible then.
    func sealedAttempts() -> KnownAttempts {
        let none = KnownAttempts(vault: header.vault.bytes)
        let found = try? reading { rows in
            var found = none
            try rows.tellAttempts(to: &found)
            return found
        }
        return found ?? none
    }
}
