import HeraldHTTP
import HeraldJSON
import HeraldKeys
import SDNWire
import Synchronization

/// Finds the users of access tokens, which only the homeserver knows. It remembers an answer for at most a minute (SDN sheet 8.4).
package final class TokenOwners: Sendable {
    /// The time for which an answer is remembered, and with it the longest time for which another instance accepts a token that has ended.
    static let lifetime = Duration.seconds(60)
    /// The most tokens that are remembered.
    static let capacity = 20_000
    /// The longest token, in bytes.
    private static let longestToken = 4_096
    private static let path = "/_matrix/client/v3/account/whoami"

    private struct Entry {
        let userID: String
        let endsAt: ContinuousClock.Instant
    }

    private let client: HomeserverClient
    private let clock: @Sendable () -> ContinuousClock.Instant
    /// The users by the SHA-256 of their tokens, so that the memory of the process has no tokens.
    private let known = Mutex<[[UInt8]: Entry]>([:])

    /// - Parameter clock: a monotonic clock. Defaults to the system's.
    package init(_ client: HomeserverClient, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.client = client
        self.clock = clock
    }

    /// Returns the user of a token.
    /// - Throws: `M_UNKNOWN_TOKEN` and other errors of the homeserver; ``GatewayFailure`` if it does not answer.
    package func user(of token: String) async throws -> String {
        guard token.utf8.count <= Self.longestToken, token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw MatrixError(.unknownToken, "Unknown access token.")
        }
        let hash = HeraldSHA256.hash(Array(token.utf8)), now = clock()
        if let entry = known.withLock({ $0[hash] }), entry.endsAt > now { return entry.userID }
        let answer = try await client.ask("GET", Self.path, token: token)
        let object = try HomeserverClient.object(answer)
        guard answer.status == 200 else {
            guard [401, 403, 429].contains(answer.status), let error = MatrixError(json: .object(object)) else {
                throw GatewayFailure(status: 502, MatrixError(.unknown, "The homeserver failed, so try again later."))
            }
            throw GatewayFailure(status: answer.status, error)
        }
        guard let userID = object["user_id"]?.stringValue else { throw GatewayFailure.invalidResponse }
        known.withLock { known in
            if known.count >= Self.capacity {
                known = known.filter { $0.value.endsAt > now }
                if known.count >= Self.capacity { known.removeAll() }
            }
            known[hash] = Entry(userID: userID, endsAt: now + Self.lifetime)
        }
        return userID
    }

    /// Forgets a token after its logout.
    package func forget(_ token: String) {
        let hash = HeraldSHA256.hash(Array(token.utf8))
        known.withLock { $0[hash] = nil }
    }

    /// Forgets all tokens of the user of a token, after the logout of all devices.
    package func forgetAll(of token: String) {
        let hash = HeraldSHA256.hash(Array(token.utf8))
        known.withLock { known in
            guard let user = known[hash]?.userID else { return }
            known = known.filter { $0.value.userID != user }
        }
    }
}
