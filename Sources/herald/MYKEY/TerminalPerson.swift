import Dispatch
import Foundation
import MYKEYServices
import Synchronization

/// The person at the terminal. The type shows each request and asks the person about it, one request after the other.
///
/// Everything is shown on standard error, because standard output is for results.
final class TerminalPerson: Sendable {
    /// The words that the person must type to sign despite a warning.
    static let danger = "sign anyway"
    /// The end of the question. The server's name is before it.
    static let question = "? Type yes to do so: "
    /// The longest time that a request may wait for its answer, including its time in the queue. Servers refuse a login that is older than
    /// 5 min.
    static let timeout: Duration = .seconds(300)

    private struct State {
        /// The number of the latest request.
        var last: UInt64 = 0
        /// The number of a request. This request and all earlier ones were declined.
        var declined: UInt64 = 0
        var withdrawn: Set<UInt64> = []
        var waiting = 0
        var hasEnded = false
    }

    private let approvesAll: Bool
    private let isQuiet: Bool
    private let onEnd: @Sendable () -> Void
    private let state = Mutex(State())
    /// The queue on which lines are read. Reading blocks, and the threads of Swift's own pool must not block.
    private let queue = DispatchQueue(label: "herald.mykey.terminal")

    /// Creates the person.
    /// - Parameters:
    ///   - approvesAll: true to approve requests without asking, except dangerous requests. It is for tests.
    ///   - isQuiet: true to show nothing. It is used if nobody is asked.
    ///   - onEnd: is called once when the terminal was closed and the waiting requests were declined.
    /// - Throws: ``CommandFailure`` if there is no terminal at which a person could be asked.
    init(approvesAll: Bool, isQuiet: Bool = false, onEnd: @escaping @Sendable () -> Void = {}) throws {
        guard approvesAll || isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                "there is no terminal to ask the user; for tests, --approve-all signs everything that is not dangerous",
                code: "terminal")
        }
        self.approvesAll = approvesAll
        self.isQuiet = isQuiet && approvesAll
        self.onEnd = onEnd
    }

    /// Asks the person about a request. If the task is cancelled, or if the request has waited for ``timeout``, the request is declined
    /// without a message.
    func decide(_ shown: ShownRequest) async -> Approval {
        let number = state.withLock { state in
            state.last += 1
            state.waiting += 1
            return state.last
        }
        let end = ContinuousClock.now + Self.timeout
        defer {
            state.withLock { state in
                state.waiting -= 1
                state.withdrawn.remove(number)
            }
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                queue.async { [self] in continuation.resume(returning: ask(shown) { isOpen(number, until: end) }) }
            }
        } onCancel: {
            state.withLock { _ = $0.withdrawn.insert(number) }
        }
    }

    /// Shows the outcome of a request. It waits until the person has answered the open question, because untrusted text below a question
    /// could influence the answer.
    func tell(_ lines: [String]) async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                say(lines)
                continuation.resume()
            }
        }
    }

    /// Shows the outcome of a request later, as soon as the person has answered the open question. The caller does not wait for that.
    func tellLater(_ lines: [String]) { queue.async { [self] in say(lines) } }

    private func isOpen(_ number: UInt64, until end: ContinuousClock.Instant) -> Bool {
        guard ContinuousClock.now < end else { return false }
        return state.withLock { $0.declined < number && !$0.withdrawn.contains(number) && !$0.hasEnded }
    }

    private func ask(_ shown: ShownRequest, _ isOpen: () -> Bool) -> Approval {
        guard isOpen() else { return .decline }
        guard approvesAll || WrappedText.terminalWidth >= WrappedText.least else {
            say([
                "the terminal is narrower than \(WrappedText.least) columns: what will be signed cannot be shown, and is not signed"
            ])
            return .decline
        }
        switch shown.stage {
        case .request:
            say(ShownText.lines(shown))
            if approvesAll {
                say(["approved without asking (--approve-all)"])
                return .accept
            }
            return typed(ShownText.question(shown), all: { ShownText.lines(shown, rows: .all) }, isOpen) == "yes"
                ? .accept : .decline
        case .danger(let reasons):
            say(ShownText.reasons(reasons))
            let question = "Type \(Self.danger) to do so all the same, for \(ShownText.recipient(shown, columns: 40)): "
            return !approvesAll && typed(question, all: { ShownText.reasons(reasons) }, isOpen) == Self.danger
                ? .acceptDanger : .decline
        }
    }

    /// Asks a question, and reads the answer.
    /// - Parameter all: returns the whole text that was shown above the question, including the parts that were left out.
    private func typed(_ question: String, all: () -> [String], _ isOpen: () -> Bool) -> String? {
        while true {
            let others = state.withLock { $0.waiting } - 1
            if others > 0 { say(["\(others) more wait; type none to decline this one and them"]) }
            TerminalInput.dropTyped()
            FileHandle.standardError.writeIfPossible(question)
            switch TerminalInput.read(while: isOpen) {
            case .line("all"): say(all())
            case .line("none"):
                state.withLock { $0.declined = $0.last }
                return nil
            case .line(let text): return text
            case .nothing:
                say([""])
                return nil
            case .withdrawn:
                say(["", "the request is no longer open"])
                return nil
            case .ended:
                end()
                return nil
            }
        }
    }

    private func end() {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return }
        say(["", "the terminal is gone: nobody can be asked, and the wallet ends"])
        onEnd()
    }

    private func say(_ lines: [String]) {
        guard !isQuiet else { return }
        FileHandle.standardError.writeIfPossible(lines.joined(separator: "\n") + "\n")
    }
}
