import Crypto
import Foundation
import HeraldKeys
import HeraldLocks

/// Stores the guard's key in a file that only the current user of the system can read, for systems without a keychain. A copy of the
/// database without the key file cannot be opened. Anybody who can read both files can open the vault without a passcode.
public struct FileKeyGuard: StoreKeyGuard {
    private static let version: UInt8 = 1
    private static let hashLength = 8

    private let file: URL
    private let random: @Sendable (Int) -> [UInt8]

    /// Creates a guard.
    /// - Parameters:
    ///   - file: the key file, which is created when it is first needed.
    ///   - random: returns random bytes. Defaults to the system's source.
    public init(file: URL, random: @escaping @Sendable (Int) -> [UInt8] = SystemSource.random) {
        self.file = file
        self.random = random
    }

    public func wrap(_ key: [UInt8], vault: [UInt8]) throws -> [UInt8] {
        let own = FileManager.default.fileExists(atPath: file.path) ? try readKey() : try makeKey()
        return try AuthenticatedSeal.seal(
            key, key: own, context: Self.context(vault), nonce: random(AuthenticatedSeal.nonceLength))
    }

    public func unwrap(_ wrapped: [UInt8], vault: [UInt8]) throws -> [UInt8] {
        guard let key = AuthenticatedSeal.open(wrapped, key: try readKey(), context: Self.context(vault)) else {
            throw WalletError(.guardKey, field: file.lastPathComponent, reason: "the key file belongs to another vault")
        }
        return key
    }

    public func forget(vault: [UInt8]) throws {
        try DurableFile.remove(file)
    }

    private func makeKey() throws(WalletError) -> SymmetricKey {
        var bytes = random(AuthenticatedSeal.keyLength)
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        guard bytes.count == AuthenticatedSeal.keyLength else {
            throw WalletError(.random, reason: "too few random bytes were given")
        }
        try DurableFile.write([Self.version] + bytes + Self.hash(bytes), to: file)
        return SymmetricKey(data: bytes)
    }

    private func readKey() throws(WalletError) -> SymmetricKey {
        guard !PrivateFile.isOpenToOthers(file.path) else {
            throw WalletError(
                .guardKey, field: file.lastPathComponent,
                reason:
                    "others can read or write the vault's key file, so set chmod 600, and treat the key as known to others"
            )
        }
        guard let content = try? Data(contentsOf: file) else {
            throw WalletError(
                .guardKey, field: file.lastPathComponent, reason: "the vault's key file is missing or cannot be read")
        }
        var bytes = Array(content.dropFirst().prefix(AuthenticatedSeal.keyLength))
        defer { bytes.withUnsafeMutableBytes { SecretBytes.wipe($0) } }
        guard content.first == Self.version, content.count == 1 + AuthenticatedSeal.keyLength + Self.hashLength,
            Array(content.suffix(Self.hashLength)) == Self.hash(bytes)
        else { throw WalletError(.damaged, field: file.lastPathComponent, reason: "the vault's key file was altered") }
        return SymmetricKey(data: bytes)
    }

    /// Returns the first bytes of the key's hash. They are enough to detect damage, and do not help an attacker to find the 32 random bytes
    /// of the key.
    private static func hash(_ key: [UInt8]) -> [UInt8] {
        Array(SHA256.hash(data: SealContext("key file", key).bytes).prefix(hashLength))
    }

    private static func context(_ vault: [UInt8]) -> SealContext { SealContext("guarded vault key", vault) }
}
