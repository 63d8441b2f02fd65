import Foundation
import HeraldLocks

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

    /// Writes a file atomically, replacing a file of the same name. Only the owner may read it.
    /// - Throws: ``MYKEYServicesError`` `keyFile`.
    public func write(path: String, passphrase: Passphrase, cost: KeyFileCost = .standard) throws(MYKEYServicesError) {
        let bytes = try sealed(passphrase: passphrase, cost: cost)
        do throws(PrivateFile.Failure) {
            try PrivateFile.write(bytes, to: path)
        } catch {
            throw Self.failed(path, "the file cannot be written")
        }
    }

    private static func failed(_ path: String, _ reason: String) -> MYKEYServicesError {
        MYKEYServicesError(.keyFile, field: path, reason: reason)
    }
}
