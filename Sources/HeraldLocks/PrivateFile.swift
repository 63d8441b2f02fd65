#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes files that only their owner may read, whatever the process's umask and the folder's permissions are.
///
/// Neither Foundation nor GRDB sets a file's mode before its first byte is written, and Foundation's atomic writing does not wait for the disk.
package enum PrivateFile {
    /// The error of a file that cannot be written.
    package struct Failure: Error, Sendable, Hashable {
        package let path: String
        /// The reason, without a full stop.
        package let reason: String
    }

    /// The suffixes of the files that SQLite keeps next to a database. SQLite gives new companion files the mode of the database file.
    package static let companions = ["-wal", "-shm", "-journal"]

    // MARK: Complete files

    /// Writes a file, replacing a file of the same name. After a power failure, the file has either its old or its new bytes. A symbolic link of the
    /// same name is replaced and not followed. The caller makes sure that nobody else writes this file meanwhile, because all writers use one draft.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let draft = path + ".new"
        unlink(draft)
        do throws(Failure) {
            try makeDraft(draft, bytes)
            try move(draft, to: path)
        } catch {
            unlink(draft)
            throw error
        }
    }

    /// Writes a file if no file has its name. The file gets its name only when it is complete and on disk. In a file system without hard links, an
    /// empty file has the name before that.
    /// - Returns: false if there is a file of this name already, which stays unchanged.
    @discardableResult
    package static func create(_ bytes: [UInt8], at path: String) throws(Failure) -> Bool {
        // Several tasks and processes may create the file at once, so each has a draft of its own.
        let draft = path + ".\(getpid()).\(UInt32.random(in: .min ... .max))"
        defer { unlink(draft) }
        try makeDraft(draft, bytes)
        return try moveWithoutReplacing(draft, to: path)
    }

    /// Renames a complete file that is already on disk. Returns when the new name is on disk.
    package static func move(_ old: String, to path: String) throws(Failure) {
        guard rename(old, path) == 0 else { throw failure(path, "cannot be written") }
        try synchronize(folderOf: path)
    }

    /// Renames a complete file that is already on disk, if no file has the new name. Returns when the new name is on disk.
    /// - Returns: false if there is a file of this name already, which stays unchanged.
    package static func moveWithoutReplacing(_ old: String, to path: String) throws(Failure) -> Bool {
        // rename(2) would replace a file that another process has just created.
        guard link(old, path) == 0 else {
            if errno == EEXIST { return false }
            guard [EPERM, ENOTSUP, EOPNOTSUPP].contains(errno) else { throw failure(path, "cannot be written") }
            // The file systems of memory sticks have no hard links.
            return try moveToEmpty(old, path)
        }
        unlink(old)
        try synchronize(folderOf: path)
        return true
    }

    /// Creates an empty file, if no file has this name, and renames another file to it. For file systems without hard links.
    /// - Returns: false if there is a file of this name already, which stays unchanged.
    static func moveToEmpty(_ old: String, _ path: String) throws(Failure) -> Bool {
        let place = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard place >= 0 else {
            if errno == EEXIST { return false }
            throw failure(path, "cannot be written")
        }
        close(place)
        do throws(Failure) {
            try move(old, to: path)
        } catch {
            unlink(path)
            throw error
        }
        return true
    }

    /// Deletes a file. A missing file is not an error.
    package static func delete(_ path: String) throws(Failure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw failure(path, "cannot be deleted") }
    }

    /// Waits until the names of the files in a folder are on disk.
    package static func synchronize(folder: String) throws(Failure) {
        let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(folder, "cannot be opened") }
        // The result is ignored, because some file systems do not support this and preserve the order of renames by themselves.
        _ = synchronize(descriptor)
        close(descriptor)
    }

    private static func synchronize(folderOf path: String) throws(Failure) {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "."
        try synchronize(folder: String(folder))
    }

    /// Waits until a file's bytes are on disk. On Apple systems fsync(2) leaves them in the drive's cache, which a power failure empties.
    private static func synchronize(_ descriptor: Int32) -> Bool {
        #if canImport(Darwin)
        // Some file systems, such as those of network volumes, know only fsync.
        return fcntl(descriptor, F_FULLFSYNC) != -1 || fsync(descriptor) == 0
        #else
        return fsync(descriptor) == 0
        #endif
    }

    private static func makeDraft(_ path: String, _ bytes: [UInt8]) throws(Failure) {
        // With O_EXCL, neither an existing file nor a symbolic link is opened.
        let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot be opened for writing") }
        defer { close(descriptor) }
        // The umask may have removed permissions of the owner.
        guard fchmod(descriptor, 0o600) == 0, writeAll(bytes, to: descriptor), synchronize(descriptor) else {
            throw failure(path, "cannot be written")
        }
    }

    // MARK: Files that are written piece by piece

    /// Opens a file for writing, and creates it if there is none. If the file exists, removes the permissions of other users before anything is
    /// written to it.
    /// - Parameter truncates: true to empty an existing file.
    /// - Returns: the descriptor, and true if other users had permissions.
    /// - Throws: ``Failure``, also if the file belongs to another user and others can read or write it.
    package static func opened(_ path: String, truncates: Bool) throws(Failure) -> (descriptor: Int32, wasOpen: Bool) {
        let descriptor = open(path, O_CREAT | O_CLOEXEC | (truncates ? O_WRONLY | O_TRUNC : O_RDWR), 0o600)
        guard descriptor >= 0 else { throw failure(path, "cannot be opened for writing") }
        // If other users have permissions, the file existed before, because a umask cannot add permissions to a new file.
        let wasOpen = isOpenToOthers(path)
        _ = fchmod(descriptor, 0o600)
        // The mode of a file that belongs to another user cannot be changed.
        guard !isOpenToOthers(path) else {
            close(descriptor)
            throw Failure(path: path, reason: "belongs to another user, and others can read it")
        }
        return (descriptor, wasOpen)
    }

    /// Creates the file of a database before SQLite does. If the file exists, removes the permissions of other users, also those of its companion
    /// files.
    /// - Returns: the paths of the files for which other users had permissions.
    @discardableResult
    package static func prepareDatabase(_ path: String) throws(Failure) -> [String] {
        let (descriptor, wasOpen) = try opened(path, truncates: false)
        close(descriptor)
        let open = companions.map { path + $0 }.filter { isOpenToOthers($0) && chmod($0, 0o600) == 0 }
        return (wasOpen ? [path] : []) + open
    }

    // MARK: Permissions

    /// True if other users of the system than the owner may read or write a file. A symbolic link is followed.
    package static func isOpenToOthers(_ path: String) -> Bool {
        var facts = stat()
        return stat(path, &facts) == 0 && facts.st_mode & 0o077 != 0
    }

    /// True if a descriptor refers to a regular file that users other than its owner may read or write.
    package static func isOpenToOthers(descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_mode & 0o077 != 0
    }

    private static func failure(_ path: String, _ what: String) -> Failure {
        Failure(path: path, reason: "\(what): \(String(cString: strerror(errno)))")
    }
}

/// Writes all bytes. It is outside of the type, whose method `write` would hide the system's function.
private func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    bytes.withUnsafeBytes { buffer in
        var rest = buffer[...]
        while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
            let count = write(descriptor, base, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
