import GRDB
import HeraldKeys
import OpenDID_DataModel

/// The result of restoring a backup.
public struct RestoredBackup: Sendable, Hashable {
    /// The time when the backup was made.
    public let made: UTCInstant
    /// The number of restored credentials.
    public let credentials: Int
    /// Names of the holder's and device's keys that the backup does not contain, because they are in a biometric key store. The DID
    /// document may still list these keys. An update of the document (OpenDID sheet 5.11) can replace them.
    public let missingKeys: [String]
}

extension WalletVault {
    /// Returns the whole wallet in one file, encrypted with a passphrase: keys, documents, credentials, user and protocol runs. Keys with a
    /// PIN stay encrypted with the PIN, and the file contains the counted wrong attempts at each PIN. The file contains no wallet token, no
    /// lock and no biometric keys, because biometric keys cannot leave their store.
    ///
    /// Anybody who has the file can try passphrases without limit. Only a long passphrase protects it.
    /// - Throws: ``WalletError`` with code `weak_passcode` if the passphrase is too short, or with code `locked`.
    public func exportBackup(passphrase: SecretText) async throws(WalletError) -> [UInt8] {
        try requireStrength(passphrase, minimum: parameters.minimumPassphraseLength)
        let left: Set<RowName.Kind> = [.token, .ledger]
        let items = try reading { rows in
            try RowName.Kind.allCases.filter { !left.contains($0) }.flatMap { kind in
                try rows.names(kind).compactMap { name -> BackupFile.Contents.Item? in
                    guard let bytes = try rows.bytes(name) else { return nil }
                    return BackupFile.Contents.Item(
                        kind: kind, id: try Self.portableID(name, bytes), value: StoredBytes(bytes))
                }
            }
        }
        let contents = BackupFile.Contents(
            format: BackupFile.Contents.currentFormat, made: StoredInstant(now()), rows: items)
        return try BackupFile.bytes(contents, passphrase: passphrase, cost: cost(), random: random)
    }

    /// Replaces the content of the vault with that of a backup, in one transaction. A wrong passphrase or an altered file changes nothing.
    /// The vault gets a new key, is open afterwards and has no lock. Register a lock again.
    ///
    /// The counted wrong attempts at the PINs are restored too. If this vault has counted more wrong attempts at the same key, the larger
    /// number is used, even if the vault is locked. Restoring an older backup into this vault therefore allows no new attempts. In another
    /// vault, only the attempts in the backup count.
    /// - Parameters:
    ///   - backup: the result of ``exportBackup(passphrase:)``.
    ///   - passphrase: the passphrase of the backup.
    ///   - replacingExisting: true to replace an existing wallet, even a locked one. Defaults to false, which refuses
    ///     a vault that contains a wallet.
    /// - Throws: ``WalletError`` with code `wrong_passcode`, `damaged` or `too_new`, or with code `state` if there is a wallet.
    @discardableResult
    public func restoreBackup(
        _ backup: [UInt8], passphrase: SecretText, replacingExisting: Bool = false
    ) async throws(WalletError) -> RestoredBackup {
        try requireUsable()
        if !replacingExisting {
            guard try !isCreated else {
                throw WalletError(
                    .state, field: "backup", reason: "the backup would replace the wallet that exists here")
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
                guard !rows.contains(name) else {
                    throw WalletError(.damaged, field: "backup", reason: "a row is repeated")
                }
                try rows.put(item.value.bytes, name)
            }
            var known = try KnownAttempts.intact(db, vault: vault) ?? KnownAttempts(vault: vault)
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
            made: contents.made.instant, credentials: items.count { $0.kind == .credential },
            missingKeys: missing.sorted())
    }

    /// Returns the id of a row for the backup. If the row's name contains only a keyed hash of the id, this is the id itself, because the
    /// hash depends on the vault's key.
    private static func portableID(_ name: RowName, _ bytes: [UInt8]) throws -> String {
        switch name.kind {
        case .credential, .doubtful: try StoredRecord.read(CredentialRecord.self, bytes, field: name.field).id
        case .journal: try StoredRecord.read(JournalRecord.self, bytes, field: name.field).id
        default: name.id
        }
    }
}
