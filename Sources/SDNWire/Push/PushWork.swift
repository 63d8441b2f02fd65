import HeraldJSON
import Synchronization

/// The work that push rules make over one event, bounded for all users together and done once for all of them.
///
/// Looking for a pattern costs as much as the event is long. What one user's rules have found out another's do not look for again, and
/// when a user's rules have cost what they may, those of their conditions that would have to look further do not hold. What costs next to
/// nothing is always answered: the server's own rules go on deciding.
///
/// Each user has an equal part of what is left, so that what one does not need the next ones have. While half of all is there a user may
/// have more than that part: in a large room it would be too little for a message of usual length, though hardly anybody needs theirs.
package final class PushWork: Sendable {
    /// What somebody's rules ask of an event.
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
        /// What all who come may cost, and the one who is asked.
        var left: Int, part: Int
        /// How many users are still to come.
        var waiting: Int
    }

    private let allowance: Int
    private let least: Int
    private let state: Mutex<State>

    /// - Parameters:
    ///   - allowance: what all users' rules may cost together, in steps: characters looked at, times the 64ths of a pattern with wildcards.
    ///   - users: how many are asked.
    ///   - least: what one user's rules may cost while half of the allowance is left, however many they are.
    package init(allowance: Int, users: Int = 1, least: Int = 0) {
        self.allowance = allowance
        self.least = least
        self.state = Mutex(State(left: allowance, part: allowance / max(1, users), waiting: users))
    }

    /// What all users together have cost.
    package var spent: Int { allowance - state.withLock(\.left) }

    /// What follows is asked by another user's rules.
    package func beginUser() {
        state.withLock { state in
            let part = state.left / max(1, state.waiting)
            state.part = state.left > allowance / 2 ? max(part, min(least, state.left)) : part
            state.waiting = max(0, state.waiting - 1)
        }
    }

    /// An answer that is known, or is found at that cost; no when there is too little left for it.
    func answer(_ question: Question, cost: Int, _ find: () -> Bool) -> Bool {
        if let known = state.withLock({ $0.answers[question] }) { return known }
        guard charge(cost) else { return false }
        let answer = find()
        state.withLock { $0.answers[question] = answer }
        return answer
    }

    /// A long text of the event, made ready once; `nil` when there is too little left for it.
    func folded(_ path: PropertyPath, _ text: String) -> FoldedText? {
        if let known = state.withLock({ $0.texts[path] }) { return known }
        guard charge(text.utf8.count) else { return nil }
        let folded = FoldedText(text)
        state.withLock { $0.texts[path] = folded }
        return folded
    }

    /// Whether a word stands in the event's body.
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
