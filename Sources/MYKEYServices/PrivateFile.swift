import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that only its owner may read. Ids that wait for a login are as good as a password until they are used.
enum PrivateFile {
    /// Creates the file if it does not exist. If it exists, removes the permissions of others. SQLite gives a new log the mode of
    /// the file.
    /// - Throws: ``MYKEYServicesError`` with code `database`.
    static func make(at path: String) throws(MYKEYServicesError) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw MYKEYServicesError(.database, field: path, reason: "the file cannot be opened for writing")
        }
        // A umask cannot add permissions to a new file, but an older file may be open to others.
        fchmod(descriptor, 0o600)
        close(descriptor)
        for suffix in ["-wal", "-shm", "-journal"] { chmod(path + suffix, 0o600) }
    }
}
