import Crypto
import CryptoExtras
import Dispatch
import Foundation
import HeraldKeys
import SDNWire
import Synchronization

/// Salted scrypt hashes of passwords, as `scrypt$N$r$p$salt$hash` in hexadecimal.
///
/// Hashing takes long by design, so it runs one at a time on a queue of its own and not on the threads that serve requests.
final class PasswordHasher: Sendable {
    private static let blockSize = 8
    private static let length = 32
    private static let waitingLimit = 64
    private let cost: Int
    private let random: @Sendable (Int) -> [UInt8]
    private let queue = DispatchQueue(label: "herald.node.passwords")
    private let waiting = Mutex(0)

    init(cost: Int, random: @escaping @Sendable (Int) -> [UInt8]) {
        self.cost = cost
        self.random = random
    }

    /// - Throws: `M_LIMIT_EXCEEDED` when too many wait.
    func hash(_ password: String) async throws -> String {
        let (cost, salt) = (cost, random(16))
        let key = try await run { try Self.derive(password, salt: salt, cost: cost) }
        return "scrypt$\(cost)$\(Self.blockSize)$1$\(Hex.encode(salt))$\(Hex.encode(key))"
    }

    /// Whether the password belongs to the hash. Without a hash it takes as long and says no, so that nobody learns who has an account.
    /// - Throws: `M_LIMIT_EXCEEDED` when too many wait.
    func matches(_ password: String, hash: String?) async throws -> Bool {
        let parts = hash?.split(separator: "$") ?? []
        guard parts.count == 6, parts[0] == "scrypt", let cost = Int(parts[1]), cost > 1, let salt = try? Hex.decode(parts[4]),
            let expected = try? Hex.decode(parts[5])
        else {
            let (cost, salt) = (cost, random(16))
            _ = try await run { try Self.derive(password, salt: salt, cost: cost) }
            return false
        }
        let key = try await run { try Self.derive(password, salt: salt, cost: cost) }
        return ConstantTime.equals(key, expected)
    }

    private static func derive(_ password: String, salt: [UInt8], cost: Int) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: length, rounds: cost, blockSize: blockSize, parallelism: 1)
        return key.withUnsafeBytes { Array($0) }
    }

    private func run<T: Sendable>(_ body: @escaping @Sendable () throws -> T) async throws -> T {
        let isFull = waiting.withLock { count in
            guard count < Self.waitingLimit else { return true }
            count += 1
            return false
        }
        if isFull { throw MatrixError(.limitExceeded, "Too many logins are under way.", retryAfterMilliseconds: 1000) }
        defer { waiting.withLock { $0 -= 1 } }
        return try await withCheckedThrowingContinuation { done in
            queue.async { done.resume(with: Result(catching: body)) }
        }
    }
}
