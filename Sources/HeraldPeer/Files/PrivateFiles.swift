import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Files of servers that only their owner may read, whatever the process's umask and whoever may look into the directory.
///
/// Written by hand because neither Foundation nor GRDB sets a file's mode before its first byte.
package enum PrivateFiles {
    /// A file that cannot be made or opened.
    package struct Failure: Error {
        package let path: String
        /// Without full stop.
        package let reason: String
    }

    /// What SQLite keeps beside a database. It gives new ones the mode of the database.
    private static let companions = ["-wal", "-shm", "-journal"]

    /// Makes a directory that only its owner may look into. One that is there stays as it is.
    package static func makeDirectory(_ directory: URL) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Makes a directory of our own below a given one: others may not look into it, also where it was there before.
    package static func makeOwnDirectory(_ directory: URL) throws {
        try makeDirectory(directory)
        restrict(directory.path, to: 0o700)
    }

    /// Makes the file of a database where there is none, before SQLite does, and takes the leave to read it from others where there is one.
    /// - Throws: ``Failure``.
    package static func prepareDatabase(_ path: String) throws {
        let isNew = !FileManager.default.fileExists(atPath: path)
        close(try opened(path, O_CREAT | O_RDWR | O_CLOEXEC))
        guard !isNew else { return }
        for file in companions.map({ path + $0 }) where isOpenToOthers(file) { restrict(file, to: 0o600) }
    }

    /// Makes a file anew.
    /// - Throws: ``Failure``.
    package static func make(_ path: String) throws -> FileHandle {
        FileHandle(fileDescriptor: try opened(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC), closeOnDealloc: true)
    }

    /// Writes a file that is there whole or not at all, in the place of one of the same name.
    /// - Throws: ``Failure``; what writing throws.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let draft = path + ".new"
        unlink(draft)
        do {
            let handle = try make(draft)
            try handle.write(contentsOf: Data(bytes))
            try handle.close()
            guard rename(draft, path) == 0 else { throw Failure(path: path, reason: "cannot be written: \(String(cString: strerror(errno)))") }
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Whether others than its owner may read or write a file.
    package static func isOpenToOthers(_ path: String) -> Bool {
        mode(of: path).map { $0 & 0o077 != 0 } ?? false
    }

    private static func mode(of path: String) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)
        return (attributes?[.posixPermissions] as? NSNumber)?.intValue
    }

    /// Opens a file and sees to its mode before anything is written to it.
    private static func opened(_ path: String, _ flags: Int32) throws -> Int32 {
        let descriptor = open(path, flags, 0o600)
        guard descriptor >= 0 else { throw Failure(path: path, reason: "cannot be opened for writing: \(String(cString: strerror(errno)))") }
        // A umask takes away from the mode of a new file; others' leave to read is that of a file from before.
        let wasOpen = isOpenToOthers(path)
        if fchmod(descriptor, 0o600) == 0, wasOpen { warn(path) }
        // A file that somebody else has put there stays theirs to read.
        guard !isOpenToOthers(path) else {
            close(descriptor)
            throw Failure(path: path, reason: "belongs to somebody else, and others can read it")
        }
        return descriptor
    }

    private static func restrict(_ path: String, to mode: mode_t) {
        let wasOpen = isOpenToOthers(path)
        if chmod(path, mode) == 0, wasOpen { warn(path) }
    }

    private static func warn(_ path: String) {
        // Servers without anybody who reads their errors run all the same.
        try? FileHandle.standardError.write(contentsOf: Data("herald: others could read \(path); from now on only its owner can\n".utf8))
    }
}
