import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// Checks a PIN. Returns normally if the PIN is right.
    /// - Throws: ``WalletError`` with code `wrong_passcode`, `try_later`, `blocked`, `key_not_found`, `not_pin_key` or `locked`.
    public func authenticatePIN(_ owner: KeyOwner, keyID: String, pin: SecretText) async throws(WalletError) {
        _ = try openedKey(pinRecord(owner, keyID), pin: pin, .active)
    }

    /// Changes the PIN of a key (OpenDID sheet 6.6).
    /// - Throws: ``WalletError`` with code `same_pin` if the PINs are equal, with code `weak_passcode`, and as
    ///   ``authenticatePIN(_:keyID:pin:)``.
    public func changePIN(_ owner: KeyOwner, keyID: String, old: SecretText, new: SecretText) async throws(WalletError)
    {
        var record = try pinRecord(owner, keyID)
        guard old != new else {
            throw WalletError(.samePIN, field: keyID, reason: "the new PIN is the same as the old one")
        }
        try requireStrength(new)
        var bytes = KeyMaking.exposedBytes(try openedKey(record, pin: old, .active))
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        record.pin = try PasscodeSeal(bytes, passcode: new, cost: cost(), context: record.pinContext, random: random)
        record.lock = header.lock
        try writing { rows in try rows.putKey(record, .active) }
        database.checkpoint()
    }

    /// Resets the wrong attempts at a PIN, for a user who knows the wallet's passcode.
    ///
    /// Knowing the passcode does not prove that the user knows the PIN, because anybody who finds an open wallet without a lock can
    /// register one. Therefore the reset is allowed only if the PIN was set or entered correctly under this lock, or at its registration
    /// (``registerLock(passcode:isLock:pin:)``).
    /// - Throws: ``WalletError`` with code `lock_state` if no lock is registered or the PIN was never right under it, even if no attempt
    ///   was wrong. Also with code `key_not_found` or `not_pin_key`, and as ``authenticateLock(passcode:)`` does.
    public func resetAttempts(_ owner: KeyOwner, keyID: String, passcode: SecretText) async throws(WalletError) {
        try requireUsable()
        try await authenticateLock(passcode: passcode)
        let lock = header.lock
        try writing { rows in
            let found = try KeyStage.allCases.compactMap { stage in
                try rows.key(owner, keyID, stage).map {
                    (key: $0, isCounted: rows.contains(.pinAttempts(owner, keyID, stage)))
                }
            }
            guard !found.isEmpty else { throw Self.noKey(keyID) }
            let keys = found.filter { $0.key.pin != nil }
            guard !keys.isEmpty else { throw Self.notPINKey(keyID) }
            let freed = keys.filter { $0.key.lock == lock }
            // A pending key without counted attempts must not prevent the reset of the registered key.
            guard !freed.isEmpty, keys.allSatisfy({ $0.key.lock == lock || !$0.isCounted }) else {
                throw WalletError(
                    .lockState, field: keyID,
                    reason: "the PIN was never entered correctly since this lock was registered")
            }
            for (key, _) in freed { try rows.forgetAttempts(at: key) }
        }
    }

    /// Returns the private key of a key with a PIN. The attempt is counted before the PIN is checked.
    func openedKey(_ record: KeyRecord, pin: SecretText, _ stage: KeyStage) throws(WalletError) -> SigningKey {
        guard let sealed = record.pin else { throw Self.wrongUnlock(record) }
        try requireLength(pin)
        let name = RowName.pinAttempts(record.owner, record.id, stage)
        let store = { (attempts: AttemptRecord) throws(WalletError) in
            try self.writing { rows in
                try rows.put(attempts, name)
                try rows.changeKnownAttempts { $0.note(attempts, at: record) }
            }
        }
        let charged = try charge(
            read: { () throws(WalletError) in
                try reading { rows in try rows.record(AttemptRecord.self, name) ?? AttemptRecord() }
            },
            write: store)
        var bytes: [UInt8]
        do {
            bytes = try sealed.open(pin, context: record.pinContext)
        } catch  where error.code == .wrongPasscode {
            throw try wrong(charged, write: store)
        }
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        let key = try record.signingKey(bytes)
        var known = record
        known.lock = header.lock ?? record.lock
        try writing { rows in
            // The user who registered this lock knows the PIN. From now on, the passcode of the lock can reset the wrong attempts at the
            // PIN.
            if known.lock != record.lock { try rows.put(known, .key(record.owner, record.id, stage)) }
            try rows.forgetAttempts(at: record)
        }
        return key
    }

    private func pinRecord(_ owner: KeyOwner, _ id: String) throws(WalletError) -> KeyRecord {
        let record = try keyRecord(owner, id, .active)
        guard record.pin != nil else { throw Self.notPINKey(id) }
        return record
    }

    private static func notPINKey(_ id: String) -> WalletError {
        WalletError(.notPINKey, field: id, reason: "the key has no PIN")
    }
}
