import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Creates a file that only its owner may read. The database must be such a file, because an id that is stored for a pending login is as
/// sensitive as a password.
enum PrivateFile {
    /// Creates the file if it does not exist. If it exists, removes the permissions of other users. SQLite gives its log the same
    /// permissions as the file.
    /// - Throws: ``MYKEYServicesError`` with code `database`.
    static func make(at path: String) throws(MYKEYServicesError) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw MYKEYServicesError(.database, field: path, reason: "the file cannot be opened for writing")
        }
        // The permissions of an existing file are changed too, because other users may be able to read the file. A new file already has the
        // right permissions, because a umask cannot add any.
        fchmod(descriptor, 0o600)
        close(descriptor)
        for suffix in ["-wal", "-shm", "-journal"] { chmod(path + suffix, 0o600) }
    }
}
