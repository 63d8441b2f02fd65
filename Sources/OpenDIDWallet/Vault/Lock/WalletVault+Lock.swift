import GRDB
import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// Whether a passcode is registered: the type of the lock, not whether the wallet is locked now (OpenDID sheet 6.8).
    public var isLock: Bool {
        get throws(WalletError) {
            try requireUsable()
            return header.passcode != nil
        }
    }

    /// Whether the passcode is needed now.
    public var isLocked: Bool {
        get throws(WalletError) {
            try requireUsable()
            return store == nil
        }
    }

    /// Registers the wallet's lock (OpenDID sheet 6.6). The wallet stays open until ``lock()`` or the end of the process.
    /// - Parameters:
    ///   - passcode: what opens the wallet from now on. There is no way around it but a backup.
    ///   - isLock: `false` registers the type "unlock", that is none: the passcode is not kept.
    ///   - pin: the PIN of the holder's key `pin`, where there is one, as proof that its owner registers the lock: from now on the
    ///     passcode frees its wrong attempts (``resetAttempts(_:keyID:passcode:)``), as it would once the PIN was right under this lock.
    /// - Throws: ``WalletError`` `lock_state` when there is a lock, `state` before the wallet was created, `weak_passcode`, `locked`; with
    ///   `pin`, whose attempt counts, as ``authenticatePIN(_:keyID:pin:)``. No lock is registered then.
    public func registerLock(passcode: SecretText, isLock: Bool = true, pin: SecretText? = nil) async throws(WalletError) {
        try requireLockable(isLock ? passcode : nil)
        guard isLock else { return }
        if let pin { try await authenticatePIN(.holder, keyID: DIDKeyName.pin.rawValue, pin: pin) }
        try await commit([], registeringLock: passcode, provenKey: pin == nil ? nil : .key(.holder, DIDKeyName.pin.rawValue, .active))
    }

    /// - Parameter passcode: `nil` for a type that keeps none.
    /// - Throws: ``WalletError`` as ``registerLock(passcode:isLock:pin:)``.
    func requireLockable(_ passcode: SecretText?) throws(WalletError) {
        _ = try requireOpen()
        guard header.passcode == nil else {
            throw WalletError(.lockState, reason: "a lock is registered; it can be changed or removed")
        }
        try require(.configureLock)
        if let passcode { try requireStrength(passcode) }
    }

    /// The header of a vault that opens with a passcode and with nothing else.
    func lockedHeader(_ passcode: SecretText) throws(WalletError) -> VaultHeader {
        try requireLockable(passcode)
        var new = header
        new.guarded = nil
        new.firstSalt = nil
        new.passcode = try VaultKey.sealed(requireOpen().vaultKey, passcode, cost: cost(), context: header.passcodeContext, random: random)
        return new
    }

    /// Opens the wallet with its passcode. Only a match opens it; an open wallet stays open after a wrong one.
    /// - Throws: ``WalletError`` `wrong_passcode`, `try_later`, `blocked`, `lock_state` without a lock, `damaged`.
    public func authenticateLock(passcode: SecretText) async throws(WalletError) {
        try requireUsable()
        let key = try openedVaultKey(passcode)
        if store == nil {
            store = try Self.open(database, header, key: key, isSalvaging: isSalvaging)
            tellKnownAttempts()
            await sweepBiometricKeys()
        }
    }

    /// Locks the wallet now. Signers that were handed out stop signing. Without a lock nothing happens.
    public func lock() {
        guard header.passcode != nil else { return }
        store?.lease.end()
        store = nil
    }

    /// Gives the lock another passcode. The vault's key, and so everything encrypted, stays (OpenDID sheet 6.6).
    /// - Throws: ``WalletError`` `lock_state` without a lock, `same_pin` for equal passcodes, `weak_passcode`, and as
    ///   ``authenticateLock(passcode:)``.
    public func changeLock(old: SecretText, new: SecretText) async throws(WalletError) {
        try requireUsable()
        guard header.passcode != nil else { throw WalletError(.lockState, reason: "no lock is registered") }
        guard old != new else { throw WalletError(.samePIN, field: "new", reason: "the new passcode is the old one") }
        try requireStrength(new)
        try await authenticateLock(passcode: old)
        var header = header
        header.firstSalt = header.lock
        header.passcode = try VaultKey.sealed(
            requireOpen().vaultKey, new, cost: cost(), context: header.passcodeContext, random: random)
        try replaceHeader(header, attempts: AttemptRecord())
    }

    /// Removes the lock: the guard keeps the vault's key again.
    /// - Throws: ``WalletError`` as ``authenticateLock(passcode:)``, and what the guard throws.
    public func removeLock(passcode: SecretText) async throws(WalletError) {
        try await authenticateLock(passcode: passcode)
        try dropLock()
    }

    /// Hands the key of an open vault back to the guard.
    func dropLock() throws(WalletError) {
        guard header.passcode != nil else { return }
        var new = header
        new.passcode = nil
        new.firstSalt = nil
        new.guarded = try StoredBytes(VaultKey.wrapped(requireOpen().vaultKey, by: keyGuard, vault: header.vault.bytes))
        try replaceHeader(new, attempts: nil)
    }

    /// The key under the passcode. The attempt is charged before it is tried.
    func openedVaultKey(_ passcode: SecretText) throws(WalletError) -> SecretBytes {
        guard let seal = header.passcode else { throw WalletError(.lockState, reason: "no lock is registered") }
        try requireLength(passcode)
        let store = { (record: AttemptRecord) throws(WalletError) in try self.database.write { db in try PlainRows.write(record, db) } }
        let charged = try charge(
            read: { () throws(WalletError) in try database.read { db in try PlainRows.readLockAttempts(db) } }, write: store)
        let key: SecretBytes
        do {
            key = try VaultKey.opened(seal, passcode, context: header.passcodeContext)
        } catch where error.code == .wrongPasscode {
            throw try wrong(charged, write: store)
        }
        try database.write { db in try PlainRows.write(AttemptRecord(), db) }
        return key
    }

    /// Counts an attempt that was wrong and stores that, before anybody is told.
    /// - Returns: what to tell.
    func wrong(_ charged: AttemptRecord, write: (AttemptRecord) throws(WalletError) -> Void) throws(WalletError) -> WalletError {
        var record = charged
        record.countWrong()
        try write(record)
        return record.refusal(parameters.attempts)
    }

    /// Begins one attempt and stores that.
    /// - Returns: the record as it is stored now.
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

    /// - Throws: ``WalletError`` `parameter`.
    func requireLength(_ passcode: SecretText) throws(WalletError) {
        guard passcode.byteCount <= SecretText.limit else {
            throw WalletError(.parameter, field: "passcode", reason: "a passcode has at most \(SecretText.limit) bytes")
        }
    }

    /// - Throws: ``WalletError`` `weak_passcode`.
    package func requireStrength(_ passcode: SecretText, minimum: Int? = nil) throws(WalletError) {
        let minimum = max(minimum ?? parameters.minimumPasscodeLength, 1)
        guard passcode.characterCount >= minimum, passcode.byteCount <= SecretText.limit else {
            throw WalletError(
                .weakPasscode, field: "passcode", reason: "\(minimum) characters or more, and at most \(SecretText.limit) bytes expected")
        }
    }
}
