import GRDB
import HeraldKeys
import OpenDID_DataModel

/// What a backup brought back.
public struct RestoredBackup: Sendable, Hashable {
    /// When the backup was made.
    public let made: UTCInstant
    /// How many credentials came back.
    public let credentials: Int
    /// Names of the holder's and device's keys that were not in the backup, because they live in a biometric key store. The document may
    /// still list them; an update (OpenDID sheet 5.11) replaces them.
    public let missingKeys: [String]
}

extension WalletVault {
    /// The whole wallet in one file, encrypted under a passphrase alone: keys, documents, credentials, user and protocol runs. Keys under
    /// a PIN stay under their PIN. Wrong attempts at a PIN go with its key. Left out are the wallet token, the lock, and biometric keys,
    /// which cannot leave their store.
    ///
    /// Whoever has the file may try passphrases without end: a long one is all that protects it.
    /// - Throws: ``WalletError`` `weak_passcode` or `locked`.
    public func exportBackup(passphrase: SecretText) async throws(WalletError) -> [UInt8] {
        try requireStrength(passphrase, minimum: parameters.minimumPassphraseLength)
        let left: Set<RowName.Kind> = [.token, .ledger]
        let items = try reading { rows in
            try RowName.Kind.allCases.filter { !left.contains($0) }.flatMap { kind in
                try rows.names(kind).compactMap { name -> BackupFile.Contents.Item? in
                    guard let bytes = try rows.bytes(name) else { return nil }
                    return BackupFile.Contents.Item(kind: kind, id: try Self.portableID(name, bytes), value: StoredBytes(bytes))
                }
            }
        }
        let contents = BackupFile.Contents(format: BackupFile.Contents.currentFormat, made: StoredInstant(now()), rows: items)
        return try BackupFile.bytes(contents, passphrase: passphrase, cost: cost(), random: random)
    }

    /// Puts a backup in the place of what the vault holds, in one transaction: a wrong passphrase or an altered file changes nothing. The
    /// vault gets a new key, is open afterwards and has no lock; register one anew.
    ///
    /// Wrong attempts at a PIN come back with the backup. Those that this vault counted at the same key stay when they are more, also while
    /// it is locked, so that an older backup gives no fresh ones here. In another place it has those that were in it when it was made.
    /// - Parameters:
    ///   - backup: what ``exportBackup(passphrase:)`` gave.
    ///   - passphrase: its passphrase.
    ///   - replacingExisting: lets the wallet that is here go, also a locked one; without it a vault with a wallet refuses.
    /// - Throws: ``WalletError`` `wrong_passcode`, `damaged`, `too_new`, `state` when there is a wallet.
    @discardableResult
    public func restoreBackup(
        _ backup: [UInt8], passphrase: SecretText, replacingExisting: Bool = false
    ) async throws(WalletError) -> RestoredBackup {
        try requireUsable()
        if !replacingExisting {
            guard try !isCreated else {
                throw WalletError(.state, field: "backup", reason: "there is a wallet here, which the backup would replace")
            }
        }
        let contents = try BackupFile.contents(backup, passphrase: passphrase)
        var missing: [String] = []
        var items: [BackupFile.Contents.Item] = []
        for item in contents.rows {
            if let key = try item.key(), key.biometric != nil {
                missing.append(key.id)
            } else {
                items.append(try item.portable())
            }
        }
        let sealed = sealedAttempts()
        let key = try VaultKey.made(random)
        let vault = header.vault.bytes
        let header = try VaultHeader(vault: vault, guarded: VaultKey.wrapped(key, by: keyGuard, vault: vault))
        let bytes = try header.bytes()
        let seal = RowSeal(vaultKey: key, vault: vault)
        let ledger = try database.write { db in
            try VaultRows.removeAll(db)
            try PlainRows.set(bytes, PlainRows.header, db)
            try PlainRows.write(nil, db)
            var rows = VaultRows(db, seal: seal, ledger: RowLedger(), random: random)
            for item in items {
                let name = item.kind.hidesID ? rows.name(item.kind, hiding: item.id) : item.name
                guard !rows.contains(name) else { throw WalletError(.damaged, field: "backup", reason: "a row comes twice") }
                try rows.put(item.value.bytes, name)
            }
            var known = (try? KnownAttempts(db, vault: vault)) ?? KnownAttempts(vault: vault)
            known.raise(to: sealed)
            try rows.raiseAttempts(to: known)
            try rows.tellAttempts(to: &known)
            try known.write(db)
            try rows.writeLedger(headerBytes: bytes)
            return rows.ledger
        }
        store?.lease.end()
        self.header = header
        store = OpenStore(vaultKey: key, seal: seal, ledger: ledger)
        database.checkpoint()
        await sweepBiometricKeys()
        return RestoredBackup(
            made: contents.made.instant, credentials: items.count { $0.kind == .credential }, missingKeys: missing.sorted())
    }

    /// Ids that are hidden in the file are told in the backup, since they are hidden under the vault's key.
    private static func portableID(_ name: RowName, _ bytes: [UInt8]) throws -> String {
        switch name.kind {
        case .credential, .doubtful: try StoredRecord.read(CredentialRecord.self, bytes, field: name.field).id
        case .journal: try StoredRecord.read(JournalRecord.self, bytes, field: name.field).id
        default: name.id
        }
    }
}
