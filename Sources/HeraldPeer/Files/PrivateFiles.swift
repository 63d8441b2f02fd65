import Foundation
import HeraldLocks

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Creates a server's files and directories that only their owner may read, and warns the operator about those that others could read.
package enum PrivateFiles {
    /// Creates a directory that only its owner may read. An existing directory stays unchanged.
    package static func makeDirectory(_ directory: URL) throws {
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Creates a directory that belongs to the server. Only its owner may read it, even if it existed before with other permissions.
    package static func makeOwnDirectory(_ directory: URL) throws {
        try makeDirectory(directory)
        let wasOpen = PrivateFile.isOpenToOthers(directory.path)
        if chmod(directory.path, 0o700) == 0, wasOpen { warn(directory.path) }
    }

    /// Creates the file of a database before SQLite does. If the file exists, removes the permissions of other users.
    package static func prepareDatabase(_ path: String) throws(PrivateFile.Failure) {
        for file in try PrivateFile.prepareDatabase(path) { warn(file) }
    }

    /// Creates a file, or empties an existing one.
    package static func make(_ path: String) throws(PrivateFile.Failure) -> FileHandle {
        let (descriptor, wasOpen) = try PrivateFile.opened(path, truncates: true)
        if wasOpen { warn(path) }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func warn(_ path: String) {
        // The server runs even if it cannot write to standard error.
        try? FileHandle.standardError.write(
            contentsOf: Data("herald: others could read \(path); from now on only its owner can\n".utf8))
    }
}
