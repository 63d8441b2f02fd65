import Foundation
import OpenDID_DataModel

/// Checks that the private keys in a backup, or in a database that was restored from one, can be decrypted.
package enum StoredKeysCheck {
    /// Checks the keys in a database that has its salt in a table.
    /// - Returns: the roles whose keys were decrypted.
    /// - Throws: ``ServicesError`` `storageKey` if keys cannot be decrypted with the passphrase, and the database's errors.
    package static func check(_ rows: any ServiceRows, passphrase: ServiceSecret) throws -> [ServiceRole] {
        let keys = try StorageKeys(salt: rows.salt(), passphrase: passphrase)
        var opened: [ServiceRole] = []
        for role in ServiceRole.allCases {
            guard let identity = try rows.identity(of: role.rawValue) else { continue }
            guard opens(identity, of: role, with: try keys.seal(of: role)) else { throw wrongPassphrase(role) }
            opened.append(role)
        }
        return opened
    }

    /// Checks the keys of a data directory or of a backup.
    /// - Parameters:
    ///   - identities: the servers' identities in its databases.
    ///   - base: the folder that has the folder of key files and salt.
    ///   - passphrase: the passphrase from which the keys are derived, if it is known.
    /// - Returns: false if keys could not be checked, because they are derived from a passphrase and `passphrase` is `nil`.
    /// - Throws: ``ServicesError`` `storageKey` if a key is missing or does not decrypt the identity of its role.
    static func check(
        _ identities: [ServiceRole: StoredIdentity], in base: URL, passphrase: ServiceSecret?
    ) throws(ServicesError) -> Bool {
        let folder = base.appendingPathComponent(StorageKeys.folder)
        let files = try StorageKeys(existingIn: base, passphrase: nil)
        let hasSalt = exists(folder, StorageKeys.saltFile)
        let derived = passphrase != nil && hasSalt ? try StorageKeys(existingIn: base, passphrase: passphrase) : nil
        var isChecked = true
        for role in ServiceRole.allCases {
            guard let identity = identities[role] else { continue }
            // A role that first ran without a passphrase still has the key file beside the salt, which is then of no use.
            let hasFile = exists(folder, StorageKeys.file(of: role))
            if let derived, opens(identity, of: role, with: try derived.seal(of: role)) { continue }
            if hasFile, opens(identity, of: role, with: try files.seal(of: role)) { continue }
            if derived != nil { throw wrongPassphrase(role) }
            if hasSalt {
                isChecked = false
                continue
            }
            throw ServicesError(
                .storageKey, field: "\(StorageKeys.folder)/\(StorageKeys.file(of: role))",
                reason: hasFile
                    ? "this key file does not decrypt the keys of the server"
                    : "the key file is missing, so the keys of the server cannot be decrypted")
        }
        return isChecked
    }

    private static func exists(_ folder: URL, _ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    private static func opens(_ identity: StoredIdentity, of role: ServiceRole, with seal: StorageSeal) -> Bool {
        (try? seal.open(identity.keys, at: IdentityStore.place(of: role))) != nil
    }

    private static func wrongPassphrase(_ role: ServiceRole) -> ServicesError {
        ServicesError(
            .storageKey, field: "passphrase",
            reason: "it does not decrypt the keys of the server \(role.rawValue), so give the passphrase of this data")
    }
}
