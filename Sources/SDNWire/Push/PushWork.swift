import HeraldJSON
import Synchronization

/// The work that push rules make over one event, bounded for each user and done once for all of them.
///
/// Looking for a pattern costs as much as the event is long. What one user's rules have found out another's do not look for again, and
/// when a user's rules have cost what they may, those of their conditions that would have to look further do not hold. What costs next to
/// nothing is always answered: the server's own rules go on deciding.
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
        var left = 0
        var spent = 0
    }

    private let allowance: Int
    private let state: Mutex<State>

    /// - Parameter allowance: what each user's rules may cost, in steps: characters looked at, times the 64ths of the pattern.
    package init(allowance: Int) {
        self.allowance = allowance
        self.state = Mutex(State(left: allowance))
    }

    /// What all users together have cost.
    package var spent: Int { state.withLock(\.spent) }

    /// What follows is asked by another user's rules.
    package func beginUser() { state.withLock { $0.left = allowance } }

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
            guard cost <= state.left else { return false }
            state.left -= cost
            state.spent += cost
            return true
        }
    }
}
