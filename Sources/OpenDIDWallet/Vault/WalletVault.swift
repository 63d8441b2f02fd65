import Foundation
import GRDB
import HeraldKeys
import HeraldLocks
import OpenDID_DataModel

/// The store of a wallet: keys, DID documents, credentials, the wallet token, the bound user and the state of protocol runs. Each row is
/// encrypted separately with AES-256-GCM in one SQLite file (OpenDID sheet 6.4 to 6.8).
///
/// ```swift
/// let vault = try await WalletVault.open(at: .directory(folder))
/// if try await vault.isLocked { try await vault.authenticateLock(passcode: SecretText(typed)) }
/// for stored in try await vault.credentials() { print(stored.issuer, stored.credential.credentialSubject.claims.count) }
/// await vault.close()
/// ```
///
/// **The vault's key** is 32 random bytes. Without a lock, the file contains the key as the ``StoreKeyGuard`` encrypted it. With a lock
/// (``registerLock(passcode:isLock:pin:)``), the file contains the key encrypted with a key that scrypt derives from the passcode. There is
/// no other copy. A vault with a lock is locked when it is opened.
///
/// **Wrong attempts** at the passcode or a PIN are counted in the file before the passcode or PIN is checked, and each causes a longer wait
/// (``AttemptRule``). When the limit is reached, no further attempt is allowed (`blocked`). For a PIN, the way out is
/// ``resetAttempts(_:keyID:passcode:)`` with the passcode of a lock under which the PIN was set or was right. For the passcode, it is
/// ``restoreBackup(_:passphrase:replacingExisting:)``. In both cases, deleting the wallet is another way out. A backup contains the counted
/// wrong attempts at its PINs. Restoring a backup does not lower the counts of this vault.
///
/// **Altered files** are reported and not repaired. If the file or a row was altered, or if a row was exchanged, deleted or replaced by an
/// older version, the functions throw `damaged` and delete nothing. The vault cannot detect that the whole folder was replaced by an older
/// copy.
///
/// Only one vault at a time can use a folder. All functions throw ``WalletError``, with code `locked` while the vault is locked, and with
/// code `closed` after ``close()``.
public actor WalletVault {
    let database: VaultDatabase
    private(set) var parameters: VaultParameters
    let keyGuard: any StoreKeyGuard
    let biometrics: (any BiometricKeyStore)?
    let now: @Sendable () -> UTCInstant
    let random: @Sendable (Int) -> [UInt8]
    let files: VaultFiles?
    private let folderLock: FileLock?

    var header: VaultHeader
    /// The keys and the ledger of the open vault. `nil` while the vault is locked.
    var store: OpenStore?
    /// The cost that was measured on this machine, or `nil` if it was not needed yet.
    var measuredCost: ScryptCost?
    /// The ids of keys that the biometric key store is creating. No row names them yet.
    var biometricKeysInMaking: Set<String> = []
    /// The rows of keys when the biometric key store was last known to have no unused keys.
    var sweptKeyRows: [RowName: [UInt8]]?
    /// True if ``salvage(_:passcode:passphrase:parameters:keyGuard:now:random:)`` opened this vault. The vault is then never written.
    let isSalvaging: Bool
    private var isClosed = false

    /// Opens a vault, or creates one if there is none. A vault with a lock is locked afterwards; see ``authenticateLock(passcode:)``.
    /// - Parameters:
    ///   - location: a folder, or memory.
    ///   - parameters: the parameters for the protection of the data.
    ///   - keyGuard: protects the vault's key while there is no lock. Defaults to a key file in the folder.
    ///   - biometrics: the store of biometric keys. Without it, the vault cannot create or use such keys.
    ///   - now: returns the time. Defaults to the system's clock.
    ///   - random: returns random bytes, which must be cryptographically secure outside tests. Defaults to the
    ///     system's source.
    /// - Throws: ``WalletError`` with code `in_use`, `damaged`, `too_new`, `guard_key` or `storage`. Stored data is not changed then.
    public static func open(
        at location: VaultLocation, parameters: VaultParameters = .calibrated, keyGuard: (any StoreKeyGuard)? = nil,
        biometrics: (any BiometricKeyStore)? = nil, now: @escaping @Sendable () -> UTCInstant = SystemSource.now,
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) async throws(WalletError) -> WalletVault {
        let vault = try await open(
            at: location, parameters: parameters, keyGuard: keyGuard, biometrics: biometrics, now: now, random: random,
            isSalvaging: false)
        await vault.tellKnownAttempts()
        await vault.sweepBiometricKeys()
        return vault
    }

    static func open(
        at location: VaultLocation, parameters: VaultParameters, keyGuard: (any StoreKeyGuard)?,
        biometrics: (any BiometricKeyStore)?,
        now: @escaping @Sendable () -> UTCInstant, random: @escaping @Sendable (Int) -> [UInt8], isSalvaging: Bool
    ) async throws(WalletError) -> WalletVault {
        switch location {
        case .memory:
            let keyGuard = keyGuard ?? MemoryKeyGuard(random: random)
            let database = try VaultDatabase()
            try NewVault.write(into: database, keyGuard: keyGuard, random: random)
            return try WalletVault(
                database: database, files: nil, folderLock: nil, parameters: parameters, keyGuard: keyGuard,
                biometrics: biometrics,
                now: now, random: random, isSalvaging: isSalvaging)
        case .directory(let directory):
            let files = VaultFiles(directory: directory)
            let keyGuard = keyGuard ?? FileKeyGuard(file: files.key, random: random)
            try files.makeDirectory()
            let folderLock = try FolderLock.take(files.lock)
            if !files.hasDatabase { try NewVault.make(files, keyGuard: keyGuard, random: random) }
            let database = try VaultDatabase(path: files.database.path, hasLog: true)
            do {
                try database.migrate()
                return try WalletVault(
                    database: database, files: files, folderLock: folderLock, parameters: parameters,
                    keyGuard: keyGuard,
                    biometrics: biometrics, now: now, random: random, isSalvaging: isSalvaging)
            } catch {
                database.close()
                throw error
            }
        }
    }

    private init(
        database: VaultDatabase, files: VaultFiles?, folderLock: FileLock?, parameters: VaultParameters,
        keyGuard: any StoreKeyGuard,
        biometrics: (any BiometricKeyStore)?, now: @escaping @Sendable () -> UTCInstant,
        random: @escaping @Sendable (Int) -> [UInt8],
        isSalvaging: Bool
    ) throws(WalletError) {
        self.isSalvaging = isSalvaging
        self.database = database
        self.files = files
        self.folderLock = folderLock
        self.parameters = parameters
        self.keyGuard = keyGuard
        self.biometrics = biometrics
        self.now = now
        self.random = random
        let header = try database.read { db in try PlainRows.readHeader(db).header }
        self.header = header
        if let guarded = header.guarded {
            let key = try VaultKey.unwrapped(guarded.bytes, by: keyGuard, vault: header.vault.bytes)
            store = try Self.open(database, header, key: key, isSalvaging: isSalvaging)
        } else {
            // The guard should have deleted its data when the lock was registered. The call is repeated here, because the process may have
            // ended before the first call.
            try? keyGuard.forget(vault: header.vault.bytes)
            store = nil
        }
    }

    /// Opens a vault with its key, and checks every row.
    /// - Throws: ``WalletError`` with code `damaged` if a row is damaged. If `isSalvaging` is true, damaged rows are left out instead.
    static func open(
        _ database: VaultDatabase, _ header: VaultHeader, key: SecretBytes, isSalvaging: Bool
    ) throws(WalletError) -> OpenStore {
        let seal = RowSeal(vaultKey: key, vault: header.vault.bytes)
        if isSalvaging {
            let (ledger, lost) = try database.read { db in
                try VaultRows.intactRows(db, seal: seal, check: RowCheck.check)
            }
            return OpenStore(vaultKey: key, seal: seal, ledger: ledger, lost: lost)
        }
        let bytes = try header.bytes()
        let ledger = try database.read { db in try VaultRows.loadLedger(db, seal: seal, headerBytes: bytes) }
        return OpenStore(vaultKey: key, seal: seal, ledger: ledger)
    }

    /// Discards the keys, closes the files and unlocks the folder. It may be called more than once.
    public func close() {
        guard !isClosed else { return }
        database.checkpoint()
        closeDatabase()
        folderLock?.release()
    }

    /// Closes the database. Every later call to the vault fails. The folder stays locked.
    func closeDatabase() {
        store?.lease.end()
        store = nil
        isClosed = true
        database.close()
    }

    /// Unlocks the folder of a deleted vault.
    func releaseFolder() {
        if let files { try? DurableFile.remove(files.lock) }
        folderLock?.release()
    }

    /// Checks that the vault can be used.
    /// - Throws: ``WalletError`` with code `closed` if the vault was closed or deleted.
    func requireUsable() throws(WalletError) {
        guard !isClosed else { throw WalletError(.closed, reason: "the vault was closed or deleted") }
    }

    /// Returns the data of the open vault.
    /// - Throws: ``WalletError`` with code `closed` or `locked`.
    func requireOpen() throws(WalletError) -> OpenStore {
        try requireUsable()
        guard let store else { throw WalletError(.locked, reason: "the wallet is locked") }
        return store
    }

    /// Runs `body` with the rows, for reading.
    func reading<T>(_ body: (VaultRows) throws -> T) throws(WalletError) -> T {
        let store = try requireOpen()
        return try database.read { db in try body(VaultRows(db, seal: store.seal, ledger: store.ledger, random: random))
        }
    }

    /// Runs `body` with the rows in one transaction, for changing them.
    func writing<T>(_ body: (inout VaultRows) throws -> T) throws(WalletError) -> T {
        let store = try requireOpen()
        guard !isSalvaging else { throw WalletError(.damaged, reason: "a damaged vault is not written") }
        let headerBytes = try header.bytes()
        let (result, ledger) = try database.write { db in
            var rows = VaultRows(db, seal: store.seal, ledger: store.ledger, random: random)
            let result = try body(&rows)
            try rows.writeLedger(headerBytes: headerBytes)
            return (result, rows.ledger)
        }
        turn(to: ledger)
        return result
    }

    /// Replaces the header, and stores the header's hash in the ledger.
    /// - Parameter body: changes rows in the same transaction.
    func replaceHeader(
        _ new: VaultHeader, attempts: AttemptRecord?, _ body: (inout VaultRows) throws -> Void = { _ in }
    ) throws(WalletError) {
        let store = try requireOpen()
        let bytes = try new.bytes()
        let ledger = try database.write { db in
            var rows = VaultRows(db, seal: store.seal, ledger: store.ledger, random: random)
            try body(&rows)
            try PlainRows.set(bytes, PlainRows.header, db)
            try PlainRows.write(attempts, db)
            try rows.writeLedger(headerBytes: bytes)
            return rows.ledger
        }
        header = new
        turn(to: ledger)
        // The write-ahead log is emptied, because it still contains the older header.
        database.checkpoint()
    }

    /// Sets the cost for new data. Data that is already stored stays at its own cost.
    package func setCost(_ cost: VaultParameters.Cost) { parameters.cost = cost }

    /// Returns random bytes.
    /// - Throws: ``WalletError`` with code `random` if the source gives another number of bytes.
    func randomBytes(_ count: Int) throws(WalletError) -> [UInt8] { try VaultKey.randomBytes(count, random) }

    /// Returns the cost for new data. It is measured on this machine if that is configured.
    func cost() throws(WalletError) -> ScryptCost {
        switch parameters.cost {
        case .fixed(let cost): return cost
        case .calibrated(let goal):
            if let measuredCost { return measuredCost }
            let salt = try randomBytes(32)
            let cost = try ScryptCost.calibrated(goal: goal) { (cost) throws(WalletError) in
                let clock = ContinuousClock()
                let start = clock.now
                _ = try PasscodeSeal.key(SecretText("calibration"), salt: salt, cost: cost)
                return clock.now - start
            }
            measuredCost = cost
            return cost
        }
    }
}

/// The place where a vault is stored.
public enum VaultLocation: Sendable, Hashable {
    /// The file `wallet.sqlite` in a folder that is created if it does not exist, and a key file while no passcode is registered.
    case directory(URL)
    /// The memory of this process. The vault is lost at the end of the process.
    case memory
}

/// The keys and the ledger of an open vault. They are discarded when the vault is locked.
struct OpenStore: Sendable {
    /// The vault's key, 32 bytes, which are zeroed when the last copy is released.
    let vaultKey: SecretBytes
    let seal: RowSeal
    var ledger: RowLedger
    /// The number of damaged rows of each kind that were left out. It is empty unless the vault is being salvaged.
    var lost: [String: Int] = [:]
    /// The permission to use the signers that callers have received. It ends when the vault is locked.
    let lease = KeyLease()
    /// The contents of rows that are read often, each with the mark that the row had. A row with another mark has changed, and is read
    /// again.
    var read: [RowName: (mark: [UInt8], value: any Sendable)] = [:]
}
