import Foundation
import GRDB
import HeraldKeys
import HeraldLocks
import OpenDID_DataModel

/// The store of a wallet: keys, DID documents, credentials, the wallet token, the bound user and the state of protocol runs. Each of them
/// is encrypted separately with AES-256-GCM in one SQLite file (OpenDID sheet 6.4 to 6.8).
///
/// ```swift
/// let vault = try await WalletVault.open(at: .directory(folder))
/// if try await vault.isLocked { try await vault.authenticateLock(passcode: SecretText(typed)) }
/// for stored in try await vault.credentials() { print(stored.issuer, stored.credential.credentialSubject.claims.count) }
/// await vault.close()
/// ```
///
/// **The vault's key** is 32 random bytes. Without a lock, the file contains it as the ``StoreKeyGuard`` wrapped it. With a lock
/// (``registerLock(passcode:isLock:pin:)``), the file contains it encrypted with scrypt of the passcode, and it is nowhere else. A vault
/// with a lock is locked when it is opened.
///
/// **Wrong attempts** at the passcode or a PIN are counted in the file before they are tried, and cause a growing wait (``AttemptRule``).
/// After the last one no further attempt is allowed (`blocked`). For a PIN, the way out is ``resetAttempts(_:keyID:passcode:)`` with the
/// passcode of a lock under which the PIN was set or was right. For the passcode, it is ``restoreBackup(_:passphrase:replacingExisting:)``.
/// For both, it is deleting the wallet. A backup contains the wrong attempts at its PINs, and those of this vault stay when a backup is
/// restored into it.
///
/// **Altered files** are reported and not repaired. A row that was changed, exchanged, deleted or replaced by an older one gives `damaged`,
/// and so does an altered file. Nothing is deleted then. The vault cannot detect that the whole folder was replaced by an older copy.
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
    /// `nil` while the vault is locked.
    var store: OpenStore?
    /// The measured cost. It is measured once, when it is first needed.
    var measuredCost: ScryptCost?
    /// Keys that the biometric key store is creating. No row names them yet.
    var biometricKeysInMaking: Set<String> = []
    /// The rows of keys at the last time when the biometric key store had no other keys.
    var sweptKeyRows: [RowName: [UInt8]]?
    /// True if this vault was opened by ``salvage(_:passcode:passphrase:parameters:keyGuard:now:random:)``, which does not write.
    let isSalvaging: Bool
    private var isClosed = false

    /// Opens a vault, or creates one if there is none. A vault with a lock is locked afterwards; see ``authenticateLock(passcode:)``.
    /// - Parameters:
    ///   - location: a folder, or memory.
    ///   - parameters: the parameters for the protection of the data.
    ///   - keyGuard: protects the vault's key while there is no lock. Defaults to a key file in the folder.
    ///   - biometrics: the store of biometric keys. Without it there are no such keys.
    ///   - now: returns the time. Defaults to the system's clock.
    ///   - random: returns random bytes, which must be cryptographically secure outside tests. Defaults to the system's source.
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
            // The guard was called when the lock was registered. The process may have ended before that.
            try? keyGuard.forget(vault: header.vault.bytes)
            store = nil
        }
    }

    /// Checks every row with a key.
    /// - Throws: ``WalletError`` with code `damaged` if a row is damaged. When salvaging, damaged rows are left out instead.
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

    /// Discards the keys, closes the files and releases the folder. It may be called more than once.
    public func close() {
        guard !isClosed else { return }
        database.checkpoint()
        closeDatabase()
        folderLock?.release()
    }

    /// Closes the database. Every later call fails. The folder stays locked.
    func closeDatabase() {
        store?.lease.end()
        store = nil
        isClosed = true
        database.close()
    }

    /// Releases the folder of a deleted vault.
    func releaseFolder() {
        if let files { try? DurableFile.remove(files.lock) }
        folderLock?.release()
    }

    /// - Throws: ``WalletError`` with code `closed` if the vault was closed or deleted.
    func requireUsable() throws(WalletError) {
        guard !isClosed else { throw WalletError(.closed, reason: "the vault was closed or deleted") }
    }

    /// - Throws: ``WalletError`` with code `closed` or `locked`.
    func requireOpen() throws(WalletError) -> OpenStore {
        try requireUsable()
        guard let store else { throw WalletError(.locked, reason: "the wallet is locked") }
        return store
    }

    /// Reads rows.
    func reading<T>(_ body: (VaultRows) throws -> T) throws(WalletError) -> T {
        let store = try requireOpen()
        return try database.read { db in try body(VaultRows(db, seal: store.seal, ledger: store.ledger, random: random))
        }
    }

    /// Changes rows in one transaction.
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

    /// Replaces the header, and stores its hash in the ledger.
    /// - Parameter body: changes of rows in the same transaction.
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
        // The log must not contain the older header.
        database.checkpoint()
    }

    /// Sets the cost for new data. Stored data keeps its cost.
    package func setCost(_ cost: VaultParameters.Cost) { parameters.cost = cost }

    /// Returns random bytes.
    /// - Throws: ``WalletError`` with code `random` if the source gives another number of bytes.
    func randomBytes(_ count: Int) throws(WalletError) -> [UInt8] { try VaultKey.randomBytes(count, random) }

    /// Returns the cost for new data.
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

/// The place of a vault.
public enum VaultLocation: Sendable, Hashable {
    /// The file `wallet.sqlite` in a folder that is created if it does not exist, and a key file while no passcode is registered.
    case directory(URL)
    /// The memory of this process.
    case memory
}

/// The data of an open vault. It is discarded when the vault is locked.
struct OpenStore: Sendable {
    /// The vault's key, 32 bytes, which are zeroed when the last copy is released.
    let vaultKey: SecretBytes
    let seal: RowSeal
    var ledger: RowLedger
    /// The number of damaged rows of each kind that were left out when salvaging.
    var lost: [String: Int] = [:]
    /// The validity of the signers that callers have received.
    let lease = KeyLease()
    /// A cache of rows that are read often, each with the mark of its row. If the mark differs, the row has changed.
    var read: [RowName: (mark: [UInt8], value: any Sendable)] = [:]
}
