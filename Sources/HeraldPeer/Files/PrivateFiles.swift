import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Creates server files that only their owner may read, whatever the process's umask and the directory's permissions are.
///
/// Herald creates the files itself, because neither Foundation nor GRDB sets a file's mode before its first byte is written.
package enum PrivateFiles {
    /// The error of a file that cannot be created or opened.
    package struct Failure: Error {
        package let path: String
        /// The reason, without a full stop.
        package let reason: String
    }

    /// The suffixes of the files that SQLite keeps next to a database. SQLite gives new companion files the mode of the database file.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Creates a directory that only its owner may read. An existing directory stays unchanged.
    package static func makeDirectory(_ directory: URL) throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Creates a directory that belongs to the server. Only its owner may read it, even if it existed before with other permissions.
    package static func makeOwnDirectory(_ directory: URL) throws {
        try makeDirectory(directory)
        restrict(directory.path, to: 0o700)
    }

    /// Creates the file of a database before SQLite does. If the file exists, removes the permissions of other users.
    /// - Throws: ``Failure``.
    package static func prepareDatabase(_ path: String) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        close(try opened(path, O_CREAT | O_RDWR | O_CLOEXEC))
        guard !isNew else { return }
        for file in companions.map({ path + $0 }) where isOpenToOthers(file) { restrict(file, to: 0o600) }
    }

    /// Creates a file, or empties an existing one.
    /// - Throws: ``Failure``.
    package static func make(_ path: String) throws -> FileHandle {
        FileHandle(fileDescriptor: try opened(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
    }

    /// Writes a file atomically, replacing a file of the same name.
    /// - Throws: ``Failure``, and the errors of writing.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = path + ".new"
        unlink(draft)
        do {
            let handle = try make(draft)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
            guard rename(draft, path) == 0 else {
                throw Failure(path: path, reason: "cannot be written: \(String(cString: strerror(errno)))")
            }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Returns true when other users than the owner may read or write a file.
    package static func isOpenToOthers(_ path: String) -> Bool {
        mode(of: path).map { $0 & 0o077 != 0 } ?? false
    }

    private static func mode(of path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }

    /// Opens a file and sets its mode before anything is written to it.
    private static func opened(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else {
            throw Failure(path: path, reason: "cannot be opened for writing: \(String(cString: strerror(errno)))")
        }
        // If other users have permissions, the file existed before, because a umask cannot add permissions to a new file. The server then
        // warns its operator.
        let wasOpen = isOpenToOthers(path)
        if fchmod(descriptor, 0o600) == 0, wasOpen { warn(path) }
        // The mode of a file that belongs to another user cannot be changed. If others can still read the file, it is refused.
        guard !isOpenToOthers(path) else {
            close(descriptor)
            throw Failure(path: path, reason: "belongs to another user, and others can read it")
        }
        return descriptor
    }

    private static func restrict(_ path: String, to mode: mode_t) {
        let wasOpen = isOpenToOthers(path)
        if chmod(path, mode) == 0, wasOpen { warn(path) }
    }

    private static func warn(_ path: String) {
        // The server runs even if it cannot write to standard error.
        try? FileHandle.standardError.write(
            contentsOf: Data("herald: others could read \(path); from now on only its owner can\n".utf8))
    }
}
