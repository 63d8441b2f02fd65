import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension WalletKeyFile {
    /// Opens a key file.
    /// - Throws: ``MYKEYServicesError`` `keyFile`. This includes the cases that the file does not exist, and that users other than its
    /// owner may read it.
    public init(path: String, passphrase: Passphrase, purpose: KeyFilePurpose = .wallet) throws(MYKEYServicesError) {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw Self.failed(path, "the file does not exist") }
        guard purpose == .test || facts.st_mode & 0o077 == 0 else {
            throw Self.failed(path, "other users may read or write the file: remove these permissions with chmod 600")
        }
        guard facts.st_size <= 256 << 10, let bytes = FileManager.default.contents(atPath: path) else {
            throw Self.failed(path, "the file cannot be read")
        }
        try self.init([UInt8](bytes), passphrase: passphrase, purpose: purpose)
    }

    /// Writes a file atomically, replacing a file of the same name. Only the owner may read it. Foundation's atomic writing is not used,
    /// because it sets the permissions only after it has written the bytes.
    /// - Throws: ``MYKEYServicesError`` `keyFile`.
    public func write(path: String, passphrase: Passphrase, cost: KeyFileCost = .standard) throws(MYKEYServicesError) {
        let bytes = try sealed(passphrase: passphrase, cost: cost)
        let draft = path + ".new"
        unlink(draft)
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw Self.failed(path, "the file cannot be written") }
        let isWritten =
            (try? FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: Data(bytes))) != nil
        let isOnDisk = fsync(descriptor) == 0
        close(descriptor)
        guard isWritten, isOnDisk, rename(draft, path) == 0 else {
            unlink(draft)
            throw Self.failed(path, "the file cannot be written")
        }
    }

    /// True if a descriptor refers to a regular file that users other than its owner may read or write.
    package static func isOpenToOthers(descriptor: Int32) -> Bool {
        var facts = stat()
        return fstat(descriptor, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG && facts.st_mode & 0o077 != 0
    }

    private static func failed(_ path: String, _ reason: String) -> MYKEYServicesError {
        MYKEYServicesError(.keyFile, field: path, reason: reason)
    }
}
