import Foundation
import MYKEYServices
import MYKEYWire

/// What a person reads before deciding. Everything of strangers is set off in every row that it takes, so that it cannot pass for this
/// program's own words: values stand behind a column that is blank in their further rows, and texts behind `|`, or `+` where a row goes on.
enum ShownText {
    static func lines(_ shown: ShownRequest, width: Int = WrappedText.terminalWidth) -> [String] {
        var lines = ["", "A dapp asks for: \(shown.action.rawValue) (\(shown.protocol.rawValue))"]
        var facts: [(String, String)] = []
        if let name = shown.claimedName { facts.append(("it calls itself", "\"\(name)\", which proves nothing")) }
        if let memo = shown.memo { facts.append(("it says", "\"\(memo)\"")) }
        if let user = shown.claimedUser { facts.append(("it calls you", "\"\(user)\"")) }
        facts.append(("the answer goes to", shown.serverHost ?? "no server"))
        facts.append(("then back to", shown.callbackScheme.map { "the program for \($0):" } ?? "nobody"))
        facts.append(("your account", "\(shown.account) on \(shown.chain.rawValue)"))
        if let uuID = shown.uuID { facts.append(("the login's id", uuID)) }
        for detail in shown.details { facts.append((detail.label, detail.value)) }
        if let expires = shown.expires { facts.append(("good until", time(expires))) }
        let column = facts.map(\.0.count).max() ?? 0
        for fact in facts {
            let label = "  " + fact.0.padding(toLength: column, withPad: " ", startingAt: 0) + "  "
            let blank = String(repeating: " ", count: label.count)
            lines += WrappedText.lines(SafeText.line(fact.1), first: label, rest: blank, width: width)
        }
        if let text = shown.textForDisplay { lines += ["  what will be signed:"] + quoted(text, width) }
        if let text = shown.signInText { lines += ["  and beside it:"] + quoted(text, width) }
        for warning in shown.warnings {
            lines += WrappedText.lines(SafeText.line(warning), first: "  careful: ", rest: "           ", width: width)
        }
        return lines
    }

    static func reasons(_ reasons: [String], width: Int = WrappedText.terminalWidth) -> [String] {
        ["", "This should not be signed:"]
            + reasons.flatMap { WrappedText.lines(SafeText.line($0), first: "  ", rest: "    ", width: width) }
    }

    private static func quoted(_ text: String, _ width: Int) -> [String] {
        SafeText.lines(text).flatMap { WrappedText.lines($0, first: "    | ", rest: "    + ", width: width) }
    }

    private static func time(_ seconds: Int64) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
}
