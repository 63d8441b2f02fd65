import Foundation
import GRDB
import HeraldKeys
import OpenDID_DataModel

/// Everything that a wallet keeps: keys, DID documents, credentials, the wallet token, the bound user and the state of protocol runs, each
/// encrypted on its own with AES-256-GCM in one SQLite file (OpenDID sheet 6.4 to 6.8).
///
/// **The vault's key** is 32 random bytes. Without a lock it lies in the file as the ``StoreKeyGuard`` wrapped it; with one
/// (``registerLock(passcode:isLock:pin:)``) it lies there under scrypt of the passcode and nowhere else. A vault with a lock starts locked.
///
/// **Wrong attempts** at the passcode or a PIN are counted in the file before they are tried, and cost a growing delay
/// (``AttemptRule``). After the last one no further attempt is allowed (`blocked`). The ways out: for a PIN,
/// ``resetAttempts(_:keyID:passcode:)`` with the passcode of a lock under which the PIN was set or right; for the passcode, ``restoreBackup(_:passphrase:replacingExisting:)``;
/// for both, deleting the wallet. A backup carries the wrong attempts at its PINs, and those of this vault stay when one is restored into it.
///
/// **Altered files** are told, not repaired: a row that was changed, swapped, removed, or replaced by its older self is `damaged`, and so
/// is a file that is not what it was. Nothing is removed then. A whole folder that was replaced by its older self cannot be told.
///
/// Only one vault at a time works on a folder. All functions throw ``WalletError``; `locked` while the vault is locked, `closed` after
/// ``close()``.
public actor WalletVault {
    let database: VaultDatabase
    private(set) var parameters: VaultParameters
    let keyGuard: any StoreKeyGuard
    let biometrics: (any BiometricKeyStore)?
    let now: @Sendable () -> UTCInstant
    let random: @Sendable (Int) -> [UInt8]
    let files: VaultFiles?
    private let folderLock: FolderLock?

    var header: VaultHeader
    /// `nil` while the vault is locked.
    var store: OpenStore?
    /// Measured once, when first needed.
    var measuredCost: ScryptCost?
    /// Keys that the biometric key store is making now; no row names them yet.
    var biometricKeysInMaking: Set<String> = []
    /// The rows of keys when the biometric key store was last found to hold no other key than theirs.
    var sweptKeyRows: [RowName: [UInt8]]?
    /// Whether this is one of ``salvage(_:passcode:passphrase:parameters:keyGuard:now:random:)``, which reads and does not write.
    let isSalvaging: Bool
    private var isClosed = false

    /// Opens a vault, or makes one where there is none. A vault with a lock is locked afterwards; see ``authenticateLock(passcode:)``.
    /// - Parameters:
    ///   - location: a folder, or memory.
    ///   - parameters: what protects it.
    ///   - keyGuard: keeps the vault's key while there is no lock. Defaults to a key file in the folder.
    ///   - biometrics: where keys behind a finger or a face live; without it there are none.
    ///   - now: the time.
    ///   - random: random bytes; must be cryptographically secure outside tests.
    /// - Throws: ``WalletError`` `in_use`, `damaged`, `too_new`, `guard_key` or `storage`. Nothing stored is changed then.
    public static func open(
        at location: VaultLocation, parameters: VaultParameters = .calibrated, keyGuard: (any StoreKeyGuard)? = nil,
        biometrics: (any BiometricKeyStore)? = nil, now: @escaping @Sendable () -> UTCInstant = SystemSource.now,
        random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random
    ) async throws(WalletError) -> WalletVault {
        let vault = try await open(
            at: location, parameters: parameters, keyGuard: keyGuard, biometrics: biometrics, now: now, random: random, isSalvaging: false)
        await vault.tellKnownAttempts()
        await vault.sweepBiometricKeys()
        return vault
    }

    static func open(
        at location: VaultLocation, parameters: VaultParameters, keyGuard: (any StoreKeyGuard)?, biometrics: (any BiometricKeyStore)?,
        now: @escaping @Sendable () -> UTCInstant, random: @escaping @Sendable (Int) -> [UInt8], isSalvaging: Bool
    ) async throws(WalletError) -> WalletVault {
        switch location {
        case .memory:
            let keyGuard = keyGuard ?? MemoryKeyGuard(random: random)
            let database = try VaultDatabase()
            try NewVault.write(into: database, keyGuard: keyGuard, random: random)
            return try WalletVault(
                database: database, files: nil, folderLock: nil, parameters: parameters, keyGuard: keyGuard, biometrics: biometrics,
                now: now, random: random, isSalvaging: isSalvaging)
        case .directory(let directory):
            let files = VaultFiles(directory: directory)
            let keyGuard = keyGuard ?? FileKeyGuard(file: files.key, random: random)
            try files.makeDirectory()
            let folderLock = try FolderLock(file: files.lock)
            if !files.hasDatabase { try NewVault.make(files, keyGuard: keyGuard, random: random) }
            let database = try VaultDatabase(path: files.database.path, hasLog: true)
            do {
                try database.migrate()
                return try WalletVault(
                    database: database, files: files, folderLock: folderLock, parameters: parameters, keyGuard: keyGuard,
                    biometrics: biometrics, now: now, random: random, isSalvaging: isSalvaging)
            } catch {
                database.close()
                throw error
            }
        }
    }

    private init(
        database: VaultDatabase, files: VaultFiles?, folderLock: FolderLock?, parameters: VaultParameters, keyGuard: any StoreKeyGuard,
        biometrics: (any BiometricKeyStore)?, now: @escaping @Sendable () -> UTCInstant, random: @escaping @Sendable (Int) -> [UInt8],
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
            // Told to forget when the lock was registered; the process may have ended in between.
            try? keyGuard.forget(vault: header.vault.bytes)
            store = nil
        }
    }

    /// Checks every row under a key.
    /// - Throws: ``WalletError`` `damaged`; not when salvaging, which leaves damaged rows out.
    static func open(
        _ database: VaultDatabase, _ header: VaultHeader, key: SecretBytes, isSalvaging: Bool
    ) throws(WalletError) -> OpenStore {
        let seal = RowSeal(vaultKey: key, vault: header.vault.bytes)
        if isSalvaging {
            let (ledger, lost) = try database.read { db in try VaultRows.intactRows(db, seal: seal, check: RowCheck.check) }
            return OpenStore(vaultKey: key, seal: seal, ledger: ledger, lost: lost)
        }
        let bytes = try header.bytes()
        let ledger = try database.read { db in try VaultRows.loadLedger(db, seal: seal, headerBytes: bytes) }
        return OpenStore(vaultKey: key, seal: seal, ledger: ledger)
    }

    /// Forgets the keys, closes the files and lets the next vault in. May be called again.
    public func close() {
        guard !isClosed else { return }
        database.checkpoint()
        closeDatabase()
        folderLock?.release()
    }

    /// Nothing works afterwards; the folder is still held.
    func closeDatabase() {
        store?.lease.end()
        store = nil
        isClosed = true
        database.close()
    }

    /// Lets the next vault into the folder of a deleted one.
    func releaseFolder() {
        if let files { try? DurableFile.remove(files.lock) }
        folderLock?.release()
    }

    /// - Throws: ``WalletError`` `closed`.
    func requireUsable() throws(WalletError) {
        guard !isClosed else { throw WalletError(.closed, reason: "the vault was closed or deleted") }
    }

    /// - Throws: ``WalletError`` `closed` or `locked`.
    func requireOpen() throws(WalletError) -> OpenStore {
        try requireUsable()
        guard let store else { throw WalletError(.locked, reason: "the wallet is locked") }
        return store
    }

    /// Reads rows.
    func reading<T>(_ body: (VaultRows) throws -> T) throws(WalletError) -> T {
        let store = try requireOpen()
        return try database.read { db in try body(VaultRows(db, seal: store.seal, ledger: store.ledger, random: random)) }
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

    /// Puts another header in the place of this one, with its hash in the ledger.
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
        // The older header must not stay readable in the log.
        database.checkpoint()
    }

    /// Sets what protecting something new costs from now on; what is stored keeps its own.
    package func setCost(_ cost: VaultParameters.Cost) { parameters.cost = cost }

    /// So many random bytes.
    /// - Throws: ``WalletError`` `random`.
    func randomBytes(_ count: Int) throws(WalletError) -> [UInt8] { try VaultKey.randomBytes(count, random) }

    /// What protecting something new costs.
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
