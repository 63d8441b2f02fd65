import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file that only its owner reads: ids that wait for a login are as good as a password until they are used.
enum PrivateFile {
    /// Makes the file where there is none, and takes the leave to read it from others where there is one; SQLite gives a new log the mode of
    /// the file.
    /// - Throws: ``MYKEYServicesError`` with code `database`.
    static func make(at path: String) throws(MYKEYServicesError) {
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw MYKEYServicesError(.database, field: path, reason: "the file cannot be opened for writing") }
        // A umask takes away from the mode of a new file, and one from before may be open to others.
        fchmod(descriptor, 0o600)
        close(descriptor)
        for suffix in ["-wal", "-shm", "-journal"] { chmod(path + suffix, 0o600) }
    }
}
