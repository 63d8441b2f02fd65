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

    /// A token that the homeserver is being asked about.
    private struct Question {
        var askers = 0
        /// True if the token may have ended meanwhile, so that the answer must not be remembered.
        var isOutdated = false
    }

    private struct State {
        /// The users by the SHA-256 of their tokens, so that the memory of the process has no tokens.
        var known: [[UInt8]: Entry] = [:]
        var asked: [[UInt8]: Question] = [:]
    }

    private let client: HomeserverClient
    private let clock: @Sendable () -> ContinuousClock.Instant
    private let state = Mutex(State())

    /// - Parameter clock: a monotonic clock. Defaults to the system's.
    package init(_ client: HomeserverClient, clock: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) {
        self.client = client
        self.clock = clock
    }

    /// Returns true if a text can be a token: up to 4 KiB of printable ASCII without spaces. Other bytes must not get into a header.
    package static func isToken(_ text: String) -> Bool {
        text.utf8.count <= longestToken && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// Returns the user of a token.
    /// - Throws: `M_UNKNOWN_TOKEN` and other errors of the homeserver; ``GatewayFailure`` if it does not answer.
    package func user(of token: String) async throws -> String {
        guard Self.isToken(token) else { throw MatrixError(.unknownToken, "Unknown access token.") }
        let hash = HeraldSHA256.hash(Array(token.utf8)), now = clock()
        let found = state.withLock { state -> String? in
            if let entry = state.known[hash], entry.endsAt > now { return entry.userID }
            state.asked[hash, default: Question()].askers += 1
            return nil
        }
        if let found { return found }
        let userID: String
        do {
            userID = try await ask(token)
        } catch {
            finish(hash, nil, now)
            throw error
        }
        finish(hash, userID, now)
        return userID
    }

    private func ask(_ token: String) async throws -> String {
        let answer = try await client.ask("GET", Self.path, token: token)
        let object = try HomeserverClient.success(answer) { [401, 403, 429].contains($0) }
        guard let userID = object["user_id"]?.stringValue else { throw GatewayFailure.invalidResponse }
        return userID
    }

    /// Ends a question, and remembers its answer unless the token may have ended meanwhile.
    private func finish(_ hash: [UInt8], _ userID: String?, _ now: ContinuousClock.Instant) {
        state.withLock { state in
            guard var question = state.asked[hash] else { return }
            question.askers -= 1
            state.asked[hash] = question.askers == 0 ? nil : question
            guard let userID, !question.isOutdated else { return }
            if state.known.count >= Self.capacity {
                state.known = state.known.filter { $0.value.endsAt > now }
                if state.known.count >= Self.capacity { state.known.removeAll() }
            }
            state.known[hash] = Entry(userID: userID, endsAt: now + Self.lifetime)
        }
    }

    /// Forgets a token after its logout.
    package func forget(_ token: String) {
        let hash = HeraldSHA256.hash(Array(token.utf8))
        state.withLock { state in
            state.known[hash] = nil
            state.asked[hash]?.isOutdated = true
        }
    }

    /// Forgets all tokens of a user, after the logout of all devices.
    package func forgetAll(ofUser userID: String) {
        state.withLock { state in
            state.known = state.known.filter { $0.value.userID != userID }
            // It is not known yet whose tokens these are.
            for hash in state.asked.keys { state.asked[hash]?.isOutdated = true }
        }
    }
}
