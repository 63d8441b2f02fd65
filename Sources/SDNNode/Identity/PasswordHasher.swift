import Crypto
import CryptoExtras
import Foundation
import HeraldKeys
import HeraldPeer
import SDNWire
import Synchronization

/// Salted scrypt (RFC 7914) hashes of passwords, as `scrypt$N$r$p$salt$hash` in hexadecimal.
///
/// Hashing is slow by design. It therefore runs one at a time, on a thread of its own and not on the threads that serve requests. Clients take turns.
final class PasswordHasher: Sendable {
    /// The client whose password is hashed.
    struct Client: Sendable {
        /// The remote address, or the user if there is none.
        let source: String
        /// The account whose password is checked; `nil` if the account is known at the address.
        var account: String?

        init(source: String, account: String? = nil) {
            self.source = source
            self.account = account
        }

        /// Creates the client for a user who is logged in. The check counts for the address of the request and not for the user. Otherwise, one
        /// address with hundreds of accounts could fill the queue.
        init(forSessionOf userID: String) {
            let network = Requester.current?.network ?? ""
            self.init(source: network.isEmpty ? userID : network)
        }
    }

    private struct Work: Sendable {
        let perform: @Sendable () -> Void
        let refuse: @Sendable () -> Void
    }

    private static let blockSize = 8
    private static let length = 32
    private static let full = MatrixError(
        .limitExceeded, "Too many logins are in progress, so try again later.", retryAfter: .seconds(1))
    private let cost: Int
    private let random: @Sendable (Int) -> [UInt8]
    /// The nice value of the thread. Password checks have a lower priority than requests, because a flood of logins would otherwise take one of two
    /// processors.
    private static let niceness: Int32 = 15
    private let turns: Mutex<PasswordTurns<Work>>

    init(cost: Int, limits: PasswordLimits = PasswordLimits(), random: @escaping @Sendable (Int) -> [UInt8]) {
        self.cost = cost
        self.random = random
        self.turns = Mutex(
            PasswordTurns(
                perSource: limits.checksPerAddress, perAccount: limits.checksPerAccount, capacity: limits.checks))
    }

    /// - Throws: `M_LIMIT_EXCEEDED` if too many checks wait.
    func hash(_ password: String, for client: Client) async throws -> String {
        let (cost, salt) = (cost, random(16))
        let key = try await run(for: client) { try Self.derive(password, salt: salt, cost: cost) }
        return "scrypt$\(cost)$\(Self.blockSize)$1$\(Hex.encode(salt))$\(Hex.encode(key))"
    }

    /// True if the password belongs to the hash. Without a hash, the check takes as long and returns false, so that the time does not reveal which
    /// accounts exist.
    /// - Throws: `M_LIMIT_EXCEEDED` if too many checks wait.
    func matches(_ password: String, hash: String?, for client: Client) async throws -> Bool {
        let parts = hash?.split(separator: "$") ?? []
        guard parts.count == 6, parts[0] == "scrypt", let cost = Int(parts[1]), cost > 1,
            let salt = try? Hex.decode(parts[4]),
            let expected = try? Hex.decode(parts[5])
        else {
            let (cost, salt) = (cost, random(16))
            _ = try await run(for: client) { try Self.derive(password, salt: salt, cost: cost) }
            return false
        }
        let key = try await run(for: client) { try Self.derive(password, salt: salt, cost: cost) }
        return ConstantTime.equals(key, expected)
    }

    private static func derive(_ password: String, salt: [UInt8], cost: Int) throws -> [UInt8] {
        let key = try KDF.Scrypt.deriveKey(
            from: Array(password.utf8), salt: salt, outputByteCount: length, rounds: cost, blockSize: blockSize,
            parallelism: 1)
        return key.withUnsafeBytes { Array($0) }
    }

    private func run<T: Sendable>(for client: Client, _ body: @escaping @Sendable () throws -> T) async throws -> T {
        try await withCheckedThrowingContinuation { done in
            let work = Work(
                perform: { done.resume(with: Result(catching: body)) }, refuse: { done.resume(throwing: Self.full) })
            let outcome = turns.withLock {
                $0.add(PasswordTurns.Job(source: client.source, account: client.account, work: work))
            }
            outcome.refused?.refuse()
            if outcome.wakes {
                PoliteThread.start(name: "herald.node.passwords", niceness: Self.niceness) { self.workOff() }
            }
        }
    }

    private func workOff() {
        while let job = turns.withLock({ $0.next() }) {
            job.work.perform()
            turns.withLock { $0.finish(job) }
        }
    }
}
