import GRDB
import HeraldKeys
import OpenDID_DataModel

extension WalletVault {
    /// Creates a key in the biometric key store. The key's id is on disk before the key is created, so that the vault knows every key in
    /// the store even if the process is killed.
    func makeBiometricKey(_ owner: KeyOwner, _ id: String, _ stage: KeyStage) async throws(WalletError) -> KeyInfo {
        guard let biometrics else { throw Self.noBiometrics }
        let storeID = try "herald." + Hex.encode(header.vault.bytes) + "." + Hex.encode(randomBytes(8))
        biometricKeysInMaking.insert(storeID)
        sweptKeyRows = nil
        defer { biometricKeysInMaking.remove(storeID) }
        try database.write { db in try PlainRows.write(biometricKeys: PlainRows.readBiometricKeys(db) + [storeID], db) }
        let key: VerificationKey
        do {
            key = try await biometrics.makeKey(id: storeID)
        } catch let error as WalletError {
            throw error
        } catch {
            throw WalletError(.biometric, field: id, reason: "the biometric key store created no key")
        }
        guard key.keyType == .secp256r1VerificationKey2018 else { throw KeyMaking.unsupported }
        // The order number is read only now, because other calls may have run while the key was created.
        var record = KeyRecord(id, owner, key: key, number: try requireOpen().ledger.revision)
        record.biometric = storeID
        try writing { rows in
            guard stage == .pending || !rows.contains(.key(owner, id, stage)) else {
                throw WalletError(.keyExists, field: id, reason: "a key of this name exists")
            }
            try rows.putKey(record, stage)
        }
        return record.info
    }

    /// Deletes keys of the biometric key store whose ids are in no row of the vault. If a deletion fails, the next call tries it again.
    func sweepBiometricKeys() async {
        // Nothing is done if the rows of keys are unchanged, because a key in the store can become unused only when these rows change.
        guard let biometrics, let rows = keyRows, rows != sweptKeyRows,
            let known = try? database.read({ db in try PlainRows.readBiometricKeys(db) })
        else { return }
        for id in known {
            // The rows are read again for each key, because during a deletion another call may have stored the row of a key.
            guard let used = try? reading({ rows in try rows.biometricKeys() }) else { return }
            guard !used.contains(id), !biometricKeysInMaking.contains(id),
                (try? await biometrics.deleteKey(id: id)) != nil
            else { continue }
            try? database.write { db in
                try PlainRows.write(biometricKeys: PlainRows.readBiometricKeys(db).filter { $0 != id }, db)
            }
        }
        // The rows are read again, because another call may have begun to create a key in the meantime. That key has no row yet.
        guard let used = try? reading({ rows in try rows.biometricKeys() }),
            let left = try? database.read(PlainRows.readBiometricKeys)
        else { return }
        if left.allSatisfy(used.contains) { sweptKeyRows = keyRows }
    }

    /// The marks of the rows that may name a key in the biometric key store. `nil` while the vault is locked.
    private var keyRows: [RowName: [UInt8]]? {
        store?.ledger.marks.filter { [.key, .pendingKey, .retired].contains($0.key.kind) }
    }

    /// Deletes every key of this vault from the biometric key store.
    func removeAllBiometricKeys() async throws(WalletError) {
        let known = try database.read { db in try PlainRows.readBiometricKeys(db) }
        guard !known.isEmpty else { return }
        guard let biometrics else { throw Self.noBiometrics }
        for id in known {
            do {
                try await biometrics.deleteKey(id: id)
            } catch {
                throw WalletError(.biometric, reason: "the biometric key store did not remove a key")
            }
        }
    }
}
