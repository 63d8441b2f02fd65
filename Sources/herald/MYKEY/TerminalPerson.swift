import Dispatch
import Foundation
import MYKEYServices

/// The person at the terminal: is shown what will be signed, and asked, one request after the other.
///
/// What is shown goes to standard error: standard output is for answers.
final class TerminalPerson: Sendable {
    /// What has to be typed to sign in spite of a warning.
    static let danger = "sign anyway"
    /// What stands before the place where the answer is typed.
    static let question = "Sign? Type yes to do so: "

    private let approvesAll: Bool
    private let isQuiet: Bool
    /// Reading from a terminal blocks; the threads of Swift's own pool must not.
    private let queue = DispatchQueue(label: "herald.mykey.terminal")

    /// - Parameters:
    ///   - approvesAll: says yes to everything but what is dangerous, without asking; for tests.
    ///   - isQuiet: shows nothing; where nobody is asked.
    /// - Throws: ``CommandFailure`` when there is nobody to ask.
    init(approvesAll: Bool, isQuiet: Bool = false) throws {
        guard approvesAll || isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure(
                "there is no terminal to ask in; for tests, --approve-all signs everything that is not dangerous", code: "terminal")
        }
        self.approvesAll = approvesAll
        self.isQuiet = isQuiet && approvesAll
    }

    func decide(_ shown: ShownRequest) async -> Approval {
        await withCheckedContinuation { continuation in
            queue.async { [self] in continuation.resume(returning: ask(shown)) }
        }
    }

    /// Says what became of a request: after the question that is open, never under it, where a stranger's words would be answered.
    func tell(_ lines: [String]) async {
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                say(lines)
                continuation.resume()
            }
        }
    }

    private func ask(_ shown: ShownRequest) -> Approval {
        guard approvesAll || WrappedText.terminalWidth >= WrappedText.least else {
            say(["the terminal is narrower than \(WrappedText.least) columns: what will be signed cannot be shown, and is not signed"])
            return .decline
        }
        switch shown.stage {
        case .request:
            say(ShownText.lines(shown))
            if approvesAll {
                say(["approved without asking (--approve-all)"])
                return .accept
            }
            return typed(Self.question) == "yes" ? .accept : .decline
        case .danger(let reasons):
            say(ShownText.reasons(reasons))
            return !approvesAll && typed("Type \(Self.danger) to do so all the same: ") == Self.danger ? .acceptDanger : .decline
        }
    }

    /// What was typed before the question was there answers another one.
    private func typed(_ question: String) -> String? {
        tcflush(STDIN_FILENO, TCIFLUSH)
        FileHandle.standardError.write(Data(question.utf8))
        return readLine(strippingNewline: true)?.trimmingCharacters(in: .whitespaces)
    }

    private func say(_ lines: [String]) {
        guard !isQuiet else { return }
        FileHandle.standardError.write(Data((lines.joined(separator: "\n") + "\n").utf8))
    }
}
