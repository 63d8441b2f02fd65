import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Writes files so that each exists either completely or not at all, also after a power failure. Foundation's atomic writing is not used,
/// because it does not wait for the disk and sets the permissions only after the first byte.
enum DurableFile {
    /// Writes a file that only this user can read. An existing file of the same name is replaced.
    /// - Throws: ``WalletError`` with code `storage` if the file cannot be written.
    static func write(_ bytes: [UInt8], to file: URL) throws(WalletError) {
        let temporary = file.path + ".new"
        unlink(temporary)
        let descriptor = open(temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failed }
        let isWritten = bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
                let count = Self.platformWrite(descriptor, base, rest.count)
                guard count > 0 else { return false }
                rest = rest.dropFirst(count)
            }
            return fsync(descriptor) == 0
        }
        close(descriptor)
        guard isWritten else { throw failed }
        try rename(temporary, to: file)
    }

    /// True if other users of the system may read or write the file.
    static func isOpenToOthers(_ path: String) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: (path as NSString).resolvingSymlinksInPath)
        return (attributes?[.posixPermissions] as? NSNumber).map { $0.intValue & 0o077 != 0 } ?? false
    }

    /// Renames a complete file that is already on disk.
    static func rename(_ path: String, to file: URL) throws(WalletError) {
        guard platformRename(path, file.path) == 0 else { throw failed }
        try sync(folder: file.deletingLastPathComponent())
    }

    /// Deletes a file. A missing file is not an error.
    static func remove(_ file: URL) throws(WalletError) {
        guard unlink(file.path) == 0 || errno == ENOENT else { throw failed }
    }

    /// Waits until the names of the files in a folder are on disk.
    static func sync(folder: URL) throws(WalletError) {
        let descriptor = open(folder.path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failed }
        // The result is ignored, because some file systems do not support this and preserve the order of renames by themselves.
        _ = fsync(descriptor)
        close(descriptor)
    }

    private static var failed: WalletError {
        WalletError(.storage, field: "directory", reason: "a file of the vault cannot be written")
    }

    private static func platformWrite(_ descriptor: Int32, _ base: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, base, count)
        #elseif canImport(Glibc)
        Glibc.write(descriptor, base, count)
        #else
        Musl.write(descriptor, base, count)
        #endif
    }
    private static func platformRename(_ old: String, _ new: String) -> Int32 {
        #if canImport(Darwin)
        Darwin.rename(old, new)
        #elseif canImport(Glibc)
        Glibc.rename(old, new)
        #else
        Musl.rename(old, new)
        #endif
    }
}
