import Crypto
import CryptoExtras
import Foundation
import HeraldKeys
import HeraldLocks
import HeraldPeer
import OpenDID_DataModel

/// Provides the storage keys of the roles. They are derived from a passphrase and a salt, or stored in one key file for each role that only
/// the file's owner may read.
struct StorageKeys: Sendable {
    /// The number of scrypt's rounds. The derivation of the keys takes about 0.1 s at each start.
    private static let rounds = 1 << 15
    private static let saltSize = 16
    /// The folder of the key files and of the salt, in the data directory.
    static let folder = "keys"
    /// The file of the salt, in ``folder``.
    static let saltFile = "salt"
    /// Returns the name of a role's key file, in ``folder``.
    static func file(of role: ServiceRole) -> String { "\(role.rawValue).key" }
    private let root: SymmetricKey?
    private let directory: URL?
    /// Returns the bytes of a new file. `nil` if no file may be created.
    private let random: (@Sendable (Int) -> [UInt8])?

    /// Creates random keys for data in memory.
    init(random: @escaping @Sendable (Int) -> [UInt8]) {
        (self.random, directory) = (random, nil)
        root = SymmetricKey(data: random(32))
    }

    /// Prepares the keys of a data directory: key files, or a salt if there is a passphrase.
    /// - Throws: ``ServicesError`` `storageKey` or `dataUnwritable`.
    init(
        directory base: URL, passphrase: ServiceSecret?, random: @escaping @Sendable (Int) -> [UInt8]
    ) throws(ServicesError) {
        self.random = random
        let keys = base.appendingPathComponent(Self.folder)
        do {
            try PrivateFiles.makeOwnDirectory(keys)
        } catch {
            throw ServicesError(.dataUnwritable, field: keys.path, reason: "the directory cannot be created")
        }
        directory = keys
        guard let passphrase else {
            root = nil
            return
        }
        let salt = try Self.kept(keys.appendingPathComponent(Self.saltFile), count: Self.saltSize, random)
        root = try Self.root(passphrase, salt: salt, field: keys.path)
    }

    /// Reads the keys of a data directory or of a backup, and creates nothing.
    /// - Throws: ``ServicesError`` `storageKey` if there is a passphrase and no salt.
    init(existingIn base: URL, passphrase: ServiceSecret?) throws(ServicesError) {
        random = nil
        let keys = base.appendingPathComponent(Self.folder)
        directory = keys
        guard let passphrase else {
            root = nil
            return
        }
        let salt = try Self.kept(keys.appendingPathComponent(Self.saltFile), count: Self.saltSize, nil)
        root = try Self.root(passphrase, salt: salt, field: keys.path)
    }

    /// Derives the keys from a passphrase and the salt of a database that was restored.
    /// - Throws: ``ServicesError`` `storageKey` if there is no salt.
    init(salt: [UInt8]?, passphrase: ServiceSecret) throws(ServicesError) {
        (random, directory) = (nil, nil)
        root = try Self.root(passphrase, salt: try Self.checked(salt), field: "passphrase")
    }

    /// Derives the keys from a passphrase and the salt in a database, which the first process creates. All processes with the same passphrase
    /// and database therefore derive the same keys.
    /// - Throws: ``ServicesError`` `storageKey`, and the database's errors.
    init(
        database: any ServiceDatabase, passphrase: ServiceSecret, random: @escaping @Sendable (Int) -> [UInt8]
    ) async throws {
        (self.random, directory) = (random, nil)
        var salt = try await database.read { rows in try rows.salt() }
        if salt == nil {
            let new = random(Self.saltSize)
            try await database.write { rows in try rows.insertSaltIfAbsent(new) }
            // If two processes start at once, both use the salt that the first one stored.
            salt = try await database.read { rows in try rows.salt() }
        }
        root = try Self.root(passphrase, salt: try Self.checked(salt), field: "passphrase")
    }

    private static func checked(_ salt: [UInt8]?) throws(ServicesError) -> [UInt8] {
        guard let salt, salt.count == saltSize else {
            throw ServicesError(
                .storageKey, field: "salt", reason: "the database does not have \(saltSize) bytes of salt")
        }
        return salt
    }

    private static func root(
        _ passphrase: ServiceSecret, salt: [UInt8], field: String
    ) throws(ServicesError) -> SymmetricKey {
        do {
            return try KDF.Scrypt.deriveKey(
                from: Data(passphrase.exposedText.utf8), salt: Data(salt), outputByteCount: 32, rounds: rounds,
                blockSize: 8, parallelism: 1)
        } catch {
            throw ServicesError(.storageKey, field: field, reason: "no key can be derived from the passphrase")
        }
    }

    /// Returns the ``StorageSeal`` that encrypts with the storage key of a role. A missing key file is created.
    func seal(of role: ServiceRole) throws(ServicesError) -> StorageSeal {
        if let root {
            let key = HKDF<SHA256>.deriveKey(
                inputKeyMaterial: root, info: Array("herald/opendid/\(role.rawValue)".utf8), outputByteCount: 32)
            return StorageSeal(key: key.withUnsafeBytes { Array($0) })
        }
        guard let directory else {
            throw ServicesError(.storageKey, field: role.rawValue, reason: "the key store has no directory")
        }
        let file = directory.appendingPathComponent(Self.file(of: role))
        guard !PrivateFile.isOpenToOthers(file.path) else {
            throw ServicesError(
                .storageKey, field: file.path,
                reason:
                    "others can read or write this key file, so set chmod 600, and treat the key as known to others")
        }
        return StorageSeal(key: try Self.kept(file, count: 32, random))
    }

    /// Returns the bytes of a file. If it is absent, it is created, unless `random` is `nil`. If two processes create it at once, both use the bytes of the
    /// first one.
    private static func kept(
        _ url: URL, count: Int, _ random: (@Sendable (Int) -> [UInt8])?
    ) throws(ServicesError) -> [UInt8] {
        if let random, !FileManager.default.fileExists(atPath: url.path) { try make(url, random(count)) }
        guard let data = try? Data(contentsOf: url), data.count == count else {
            throw ServicesError(
                .storageKey, field: url.path, reason: "the file cannot be read, or does not have \(count) bytes")
        }
        return [UInt8](data)
    }

    private static func make(_ url: URL, _ bytes: [UInt8]) throws(ServicesError) {
        do throws(PrivateFile.Failure) {
            try PrivateFile.create(bytes, at: url.path)
        } catch {
            throw ServicesError(.dataUnwritable, field: url.path, reason: "the file cannot be written")
        }
    }
}
