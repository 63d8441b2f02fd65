import Foundation
import HeraldKeys
import SDNValues
import SDNWire

/// The folder and file names of stores.
enum StoreDirectory {
    /// The suffix of a marker file. The marker records that a file that was moved aside contains nothing unencrypted.
    static let sealedMark = "-sealed"
    /// The suffixes of the files that SQLite and this store keep beside a database file.
    private static let companions = ["-wal", "-shm", "-journal", sealedMark]

    /// Returns `sdnsdk` in the platform's folder for application data.
    static func platformDefault() throws -> URL {
        #if canImport(Darwin)
        let base = try FileManager.default.url(
            for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        #else
        let environment = ProcessInfo.processInfo.environment
        let base: URL
        if let path = environment["XDG_DATA_HOME"], path.hasPrefix("/") {
            base = URL(fileURLWithPath: path, isDirectory: true)
        } else {
            base = FileManager.default.homeDirectoryForCurrentUser.appendingPathComponent(
                ".local/share", isDirectory: true)
        }
        #endif
        return base.appendingPathComponent("sdnsdk", isDirectory: true)
    }

    /// Returns the name of an account's folder: node and user, each as one part of a path.
    /// - Throws: ``SDNSDKError`` with code `missingCredentials` when the credentials have no node or no user.
    static func name(for credentials: MXCredentials) throws -> String {
        guard let node = credentials.node, let userId = credentials.userId, !node.isEmpty, !userId.isEmpty else {
            throw SDNSDKError(
                .missingCredentials, field: "userId",
                reason: "a file store needs the user and the node, so log in first")
        }
        // Addresses that differ only in case or in a trailing slash name the same node.
        let trimmed = node.lowercased().hasSuffix("/") ? String(node.lowercased().dropLast()) : node.lowercased()
        return part(for: trimmed) + "/" + part(for: userId)
    }

    /// The length in bytes up to which an escaped text is a part of a path as it is. File systems allow 255 bytes.
    private static let longestPart = 200
    /// The number of bytes of a longer text that stay readable. Two such parts and the name of the app's folder have to fit in the 512 bytes that SQLite
    /// allows for a whole path.
    private static let readableLength = 64

    /// Returns a text as one part of a path: escaped, or the beginning of the escaped text and its hash if it is too long.
    private static func part(for text: String) -> String {
        let escaped = PercentEncoding.encodeSegment(text)
        guard escaped.utf8.count > longestPart else { return escaped }
        // Escaping leaves no plus sign, so no other account's name looks like this one.
        return String(escaped.prefix(readableLength)) + "+" + Hex.encode(HeraldSHA256.hash(Array(escaped.utf8)))
    }

    /// Creates a folder that only this user can access.
    static func make(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw SDNSDKError(.storeFailed, field: "directory", reason: "the store's folder cannot be created")
        }
        restrict(folder.path, to: 0o700)
    }

    /// Creates a store file, or changes an existing one, so that only this user can read it. SQLite creates the files beside it with the same
    /// permissions.
    static func makePrivate(_ file: URL) throws {
        let manager = FileManager.default
        if manager.fileExists(atPath: file.path) {
            for suffix in [""] + companions where manager.fileExists(atPath: file.path + suffix) {
                restrict(file.path + suffix, to: 0o600)
            }
        } else if !manager.createFile(atPath: file.path, contents: nil, attributes: [.posixPermissions: 0o600]) {
            throw SDNSDKError(.storeFailed, field: "directory", reason: "the store's file cannot be created")
        }
    }

    /// Restricts permissions. If the file system has no permissions, nothing changes and the store works all the same.
    private static func restrict(_ path: String, to permissions: Int) {
        try? FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
    }

    /// Returns the first free name under which a damaged file can be moved aside.
    static func nameAside(_ file: URL) -> URL {
        var number = 1
        while FileManager.default.fileExists(atPath: file.path + ".damaged-\(number)") { number += 1 }
        return URL(fileURLWithPath: file.path + ".damaged-\(number)", isDirectory: false)
    }

    /// Renames a database file and the files beside it.
    static func move(_ file: URL, to place: URL) throws {
        for suffix in companions + [""] where FileManager.default.fileExists(atPath: file.path + suffix) {
            do {
                try FileManager.default.moveItem(atPath: file.path + suffix, toPath: place.path + suffix)
            } catch {
                throw SDNSDKError(.storeDamaged, reason: "the store's file is damaged and cannot be renamed")
            }
        }
    }

    /// Returns the files that were moved aside.
    static func filesAside(_ file: URL) -> [URL] {
        let folder = file.deletingLastPathComponent()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { name in
            name.hasPrefix(file.lastPathComponent + ".damaged-") && !companions.contains { name.hasSuffix($0) }
        }.map { folder.appendingPathComponent($0, isDirectory: false) }
    }

    /// Removes a database file and the files beside it, if there are any.
    static func remove(_ file: URL) {
        for suffix in companions + [""] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
    }

    /// Throws when another process or store object has the file open. That process or object would continue to write to the file after the
    /// file was moved aside.
    static func requireUnused(_ file: URL) throws {
        do {
            try StoreDatabase.probe(file.path)
        } catch let error as SDNSDKError where error.code == .storeInUse {
            throw error
        } catch {}
    }
}
