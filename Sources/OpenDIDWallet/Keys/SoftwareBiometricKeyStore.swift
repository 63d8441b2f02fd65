import Foundation
import HeraldKeys
import HeraldLocks
import HeraldP256
import OpenDID_DataModel

/// A key store that asks the user a question instead of checking biometrics, for tests and for systems without a secure element (OpenDID
/// sheet 6.6). The keys are in memory, or in files that only the current user of the system can read. A key is only as safe as its file.
public final class SoftwareBiometricKeyStore: BiometricKeyStore {
    private let directory: URL?
    private let approve: @Sendable (String) async -> Bool
    private let keys = Mutex<[String: P256PrivateKey]>([:])

    /// Creates a store.
    /// - Parameters:
    ///   - directory: the folder for the keys, which is created when it is needed. Defaults to `nil`, which stores
    ///     the keys in memory.
    ///   - approve: asks the user with the given prompt. It returns true if the user allows the signature.
    public init(directory: URL? = nil, approve: @escaping @Sendable (String) async -> Bool) {
        self.directory = directory
        self.approve = approve
    }

    public func makeKey(id: String) async throws -> VerificationKey {
        let key = P256PrivateKey()
        if let file = try file(id) {
            var bytes = key.exposedBytes
            defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
            try DurableFile.write(bytes, to: file)
        } else {
            keys.withLock { $0[id] = key }
        }
        return .p256(key.publicKey)
    }

    /// Signs a digest after the user has approved.
    /// - Throws: ``WalletError`` with code `biometric` if the user refuses or there is no such key.
    public func sign(id: String, digest: [UInt8], prompt: String) async throws -> CompactSignature {
        guard let key = try key(id) else {
            throw WalletError(.biometric, reason: "the biometric key store has no such key")
        }
        guard await approve(prompt) else { throw WalletError(.biometric, reason: "the user did not approve") }
        return try key.compactSignature(digest: digest)
    }

    public func deleteKey(id: String) async throws {
        if let file = try file(id) {
            try DurableFile.remove(file)
        } else {
            keys.withLock { $0[id] = nil }
        }
    }

    /// Returns the ids of all keys, sorted.
    /// - Throws: an error of the file system.
    public func keyIDs() throws -> [String] {
        guard let directory else { return keys.withLock { $0.keys.sorted() } }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        return names.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }.sorted()
    }

    private static let suffix = ".key"

    private func key(_ id: String) throws -> P256PrivateKey? {
        guard let file = try file(id) else { return keys.withLock { $0[id] } }
        guard let bytes = try? Data(contentsOf: file) else { return nil }
        return try P256PrivateKey(bytes: [UInt8](bytes))
    }

    private func file(_ id: String) throws -> URL? {
        guard KeyMaking.isName(String(id.prefix(64))), id.utf8.allSatisfy({ $0 != UInt8(ascii: "/") }),
            id.utf8.count <= 100
        else {
            throw WalletError(.parameter, field: "id", reason: "1 to 100 characters of A-Z a-z 0-9 . _ - expected")
        }
        guard let directory else { return nil }
        do {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw WalletError(
                .storage, field: "directory", reason: "the folder of the biometric keys cannot be created")
        }
        return directory.appendingPathComponent(id + Self.suffix)
    }
}
