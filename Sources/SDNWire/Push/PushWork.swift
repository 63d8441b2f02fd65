import HeraldJSON
import HeraldLocks

/// Limits the work of evaluating many users' push rules for one event, and shares results between the users.
///
/// The cost of a search grows with the length of the event. All users together have an allowance of steps, and each user may use a part of
/// it. When a user's part is used up, further searches for this user count as not matching. Cheap conditions are always evaluated, so the
/// server's default rules keep working. The result of a search is cached for the rules of all users.
///
/// A user's part is the remaining allowance divided by the number of remaining users. Steps that earlier users did not use are thereby left
/// for later users. While more than half of the allowance remains, a user's part is at least `least` steps. Without this minimum, a user's
/// part in a large room would be too small for a message of usual length.
package final class PushWork: Sendable {
    /// A search whose answer is cached.
    package enum Question: Sendable, Hashable {
        case body(PushPattern)
        case whole(PropertyPath, PushPattern)
        case contains(PropertyPath, JSONValue)
        case name(user: String)
    }

    private struct State {
        var answers: [Question: Bool] = [:]
        var texts: [PropertyPath: FoldedText] = [:]
        var words: Set<ArraySlice<Unicode.Scalar>>?
        /// The remaining steps: `left` is for all users together, `part` is for the current user.
        var left: Int, part: Int
        /// The number of users whose rules have not been evaluated yet.
        var waiting: Int
    }

    private let allowance: Int
    private let least: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - allowance: the steps that all users' rules may cost together. Each character of a searched text costs one step. For a pattern with
    ///     wildcards, it costs one step for each 64-bit word in the pattern's state set.
    ///   - users: the number of users whose rules will be evaluated.
    ///   - least: the steps that one user's rules may cost while more than half of the allowance remains, however many users there are.
    package init(allowance: Int, users: Int = 1, least: Int = 0) {
        self.allowance = allowance
        self.least = least
        self.state = Mutex(State(left: allowance, part: allowance / max(1, users), waiting: users))
    }

    /// The steps that all users together have used.
    package var spent: Int { allowance - state.withLock(\.left) }

    /// Starts the evaluation of the next user's rules.
    package func beginUser() {
        state.withLock { state in
            let part = state.left / max(1, state.waiting)
            state.part = state.left > allowance / 2 ? max(part, min(least, state.left)) : part
            state.waiting = max(0, state.waiting - 1)
        }
    }

    /// Returns the cached answer. If there is none, calls `find` and subtracts `cost` from the user's part of the allowance.
    /// - Returns: false without calling `find` if less than `cost` is left of the allowance.
    func answer(_ question: Question, cost: Int, _ find: () -> Bool) -> Bool {
        if let known = state.withLock({ $0.answers[question] }) { return known }
        guard charge(cost) else { return false }
        let answer = find()
        state.withLock { $0.answers[question] = answer }
        return answer
    }

    /// Returns a text of the event in folded form and caches it. Returns `nil` when the rest of the user's part of the allowance is too
    /// small.
    func folded(_ path: PropertyPath, _ text: String) -> FoldedText? {
        if let known = state.withLock({ $0.texts[path] }) { return known }
        guard charge(text.utf8.count) else { return nil }
        let folded = FoldedText(text)
        state.withLock { $0.texts[path] = folded }
        return folded
    }

    /// Returns true when the event's body contains a word.
    func holds(word: ArraySlice<Unicode.Scalar>, in body: FoldedText) -> Bool {
        state.withLock { state in
            let words = state.words ?? Set(body.words)
            state.words = words
            return words.contains(word)
        }
    }

    private func charge(_ cost: Int) -> Bool {
        state.withLock { state in
            guard cost <= state.part else { return false }
            state.part -= cost
            state.left -= cost
            return true
        }
    }
}
