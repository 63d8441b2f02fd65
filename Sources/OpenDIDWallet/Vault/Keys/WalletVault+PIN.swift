import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// Tells whether a PIN is right.
    /// - Throws: ``WalletError`` `wrong_passcode`, `try_later`, `blocked`, `key_not_found`, `not_pin_key`, `locked`.
    public func authenticatePIN(_ owner: KeyOwner, keyID: String, pin: SecretText) async throws(WalletError) {
        _ = try openedKey(pinRecord(owner, keyID), pin: pin, .active)
    }

    /// Puts a key under another PIN (OpenDID sheet 6.6).
    /// - Throws: ``WalletError`` `same_pin` for equal PINs, `weak_passcode`, and as ``authenticatePIN(_:keyID:pin:)``.
    public func changePIN(_ owner: KeyOwner, keyID: String, old: SecretText, new: SecretText) async throws(WalletError) {
        var record = try pinRecord(owner, keyID)
        guard old != new else { throw WalletError(.samePIN, field: keyID, reason: "the new PIN is the old one") }
        try requireStrength(new)
        var bytes = KeyMaking.exposedBytes(try openedKey(record, pin: old, .active))
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        record.pin = try PasscodeSeal(bytes, passcode: new, cost: cost(), context: record.pinContext, random: random)
        record.lock = header.lock
        try writing { rows in try rows.putKey(record, .active) }
        database.checkpoint()
    }

    /// Forgets the wrong attempts at a PIN: the way out for who knows the wallet's passcode.
    ///
    /// A passcode alone says nothing of the PIN: whoever finds an open wallet without a lock can register one. So the PIN has to have been set,
    /// or to have been right once, while this lock was registered, or when it was (``registerLock(passcode:isLock:pin:)``).
    /// - Throws: ``WalletError`` `lock_state` when no lock is registered or the PIN was never right under it, also when no attempt was wrong;
    ///   `key_not_found`, `not_pin_key`, and as ``authenticateLock(passcode:)``.
    public func resetAttempts(_ owner: KeyOwner, keyID: String, passcode: SecretText) async throws(WalletError) {
        try requireUsable()
        try await authenticateLock(passcode: passcode)
        let lock = header.lock
        try writing { rows in
            let found = try KeyStage.allCases.compactMap { stage in
                try rows.key(owner, keyID, stage).map { (key: $0, isCounted: rows.contains(.pinAttempts(owner, keyID, stage))) }
            }
            guard !found.isEmpty else { throw Self.noKey(keyID) }
            let keys = found.filter { $0.key.pin != nil }
            guard !keys.isEmpty else { throw Self.notPINKey(keyID) }
            let freed = keys.filter { $0.key.lock == lock }
            // A key that waits, and at which nothing was tried, does not keep the registered one from being freed.
            guard !freed.isEmpty, keys.allSatisfy({ $0.key.lock == lock || !$0.isCounted }) else {
                throw WalletError(.lockState, field: keyID, reason: "the PIN was never right since this lock was registered")
            }
            for (key, _) in freed { try rows.forgetAttempts(at: key) }
        }
    }

    /// The private key under a PIN. The attempt is charged before it is tried.
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
        } catch where error.code == .wrongPasscode {
            throw try wrong(charged, write: store)
        }
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        let key = try record.signingKey(bytes)
        var known = record
        known.lock = header.lock ?? record.lock
        try writing { rows in
            // Who knows the PIN works under this lock: from now on its passcode frees the PIN.
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

    private static func notPINKey(_ id: String) -> WalletError { WalletError(.notPINKey, field: id, reason: "the key has no PIN") }
}
