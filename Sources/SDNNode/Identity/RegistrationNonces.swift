import Crypto
import Foundation
import HeraldKeys
import Synchronization

/// Nonces for registrations with the node's secret. Each one is valid once, for a minute.
///
/// A nonce has a code that only this process can make, so strangers who request nonces fill no memory. Only used nonces are stored, and only those
/// with which a program proved that it knows the secret.
final class RegistrationNonces: Sendable {
    private static let lifetime = Duration.seconds(60)
    private let key = SymmetricKey(size: .bits256)
    private let start: ContinuousClock.Instant
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let random: @Sendable (Int) -> [UInt8]
    /// The used nonces without their codes, with the times at which they expire.
    private let used = Mutex<[String: ContinuousClock.Instant]>([:])

    /// - Parameter clock: a monotonic clock. With a wall clock that is set back, a nonce would last longer than its lifetime.
    init(
        clock: @escaping @Sendable () -> ContinuousClock.Instant, random: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.clock = clock
        self.random = random
        self.start = clock()
    }

    /// Returns a new nonce.
    func make() -> String {
        let text = "\((clock() - start + Self.lifetime).milliseconds).\(Hex.encode(random(16)))"
        let code = HMAC<SHA256>.authenticationCode(for: Data(text.utf8), using: key)
        return "\(text).\(Hex.encode(Array(code)))"
    }

    /// Returns the time at which a nonce expires; `nil` if this process has not made it, or if it has expired or was used.
    func deadline(of nonce: String) -> ContinuousClock.Instant? {
        let parts = nonce.split(separator: ".", omittingEmptySubsequences: false)
        let text = Self.withoutCode(nonce)
        guard parts.count == 3, let end = Int64(parts[0]), let code = try? Hex.decode(parts[2]),
            HMAC<SHA256>.isValidAuthenticationCode(Data(code), authenticating: Data(text.utf8), using: key)
        else { return nil }
        let deadline = start + .milliseconds(end)
        guard deadline > clock(), used.withLock({ $0[text] }) == nil else { return nil }
        return deadline
    }

    private static func withoutCode(_ nonce: String) -> String {
        nonce.lastIndex(of: ".").map { String(nonce[..<$0]) } ?? nonce
    }

    /// Ends a nonce.
    /// - Returns: false if it has been used meanwhile.
    func use(_ nonce: String, until deadline: ContinuousClock.Instant) -> Bool {
        let now = clock()
        return used.withLock { used in
            used = used.filter { $0.value > now }
            return used.updateValue(deadline, forKey: Self.withoutCode(nonce)) == nil
        }
    }
}
