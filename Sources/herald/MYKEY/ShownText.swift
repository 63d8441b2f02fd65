import Foundation
import MYKEYServices
import MYKEYWire

/// The text that a person reads before deciding about a request. Untrusted text is marked in every row, so that it cannot look like this
/// program's own text. Values are in the second column. If a value takes several rows, the first column is blank in the further rows. Each
/// line of a longer text follows `|`. If a line takes several rows, the further rows follow `+`. No value and no text takes more rows than
/// ``ShownRows`` allows.
enum ShownText {
    static func lines(_ shown: ShownRequest, rows: ShownRows = ShownRows(), width: Int = WrappedText.terminalWidth)
        -> [String]
    {
        var lines = ["", "A dapp asks for: \(shown.action.rawValue) (\(shown.protocol.rawValue))"]
        let facts = facts(shown)
        let details =
            shown.details.map { ($0.label, $0.value) } + (shown.expires.map { [("good until", time($0))] } ?? [])
        let column = (facts + details).map(\.0.count).max() ?? 0
        lines += facts.flatMap { value($0, column, rows, width) }
        lines += rows.cut(details.flatMap { value($0, column, rows, width) }, to: rows.text, start: "  ")
        if let text = shown.textForDisplay { lines += ["  what will be signed:"] + quoted(text, rows, width) }
        if let text = shown.signInText { lines += ["  what will also be signed:"] + quoted(text, rows, width) }
        for warning in shown.warnings {
            let wrapped = WrappedText.lines(
                SafeText.line(warning), first: "  careful: ", rest: "           ", width: width)
            lines += rows.cut(wrapped, to: rows.value, start: "           ")
        }
        return lines
    }

    /// Returns the question. The question itself names the server that receives the signature, so that a long text above it cannot push the
    /// name out of sight.
    static func question(_ shown: ShownRequest, width: Int = WrappedText.terminalWidth) -> String {
        "Sign for \(recipient(shown, columns: width - 32))\(TerminalPerson.question)"
    }

    /// Returns the host of the server, or a text which says that there is no server.
    static func recipient(_ shown: ShownRequest, columns: Int) -> String {
        shown.serverHost.map { ShownRows.host(SafeText.line($0), columns: max(10, columns)) } ?? "no server"
    }

    static func reasons(_ reasons: [String], width: Int = WrappedText.terminalWidth) -> [String] {
        let rows = ShownRows()
        return ["", "This should not be signed:"]
            + reasons.flatMap { reason in
                rows.cut(
                    WrappedText.lines(SafeText.line(reason), first: "  ", rest: "    ", width: width), to: rows.value,
                    start: "    ")
            }
    }

    private static func facts(_ shown: ShownRequest) -> [(String, String)] {
        var facts: [(String, String)] = []
        if let name = shown.claimedName { facts.append(("it calls itself", "\"\(name)\", which proves nothing")) }
        if let memo = shown.memo { facts.append(("it says", "\"\(memo)\"")) }
        if let user = shown.claimedUser { facts.append(("it calls you", "\"\(user)\"")) }
        facts.append(("the answer goes to", shown.serverHost ?? "no server"))
        facts.append(("the wallet opens", shown.callbackScheme.map { "the program for \($0):" } ?? "no program"))
        facts.append(("your account", "\(shown.account) on \(shown.chain.rawValue)"))
        if let uuID = shown.uuID { facts.append(("the dapp's user ID", uuID)) }
        return facts
    }

    private static func value(_ fact: (String, String), _ column: Int, _ rows: ShownRows, _ width: Int) -> [String] {
        let label = "  " + fact.0.padding(toLength: column, withPad: " ", startingAt: 0) + "  "
        let blank = String(repeating: " ", count: label.count)
        return rows.cut(
            WrappedText.lines(SafeText.line(fact.1), first: label, rest: blank, width: width), to: rows.value,
            start: blank)
    }

    private static func quoted(_ text: String, _ rows: ShownRows, _ width: Int) -> [String] {
        let lines = SafeText.lines(text).flatMap { line in
            rows.cut(
                WrappedText.lines(line, first: "    | ", rest: "    + ", width: width), to: rows.value, start: "    ")
        }
        return rows.cut(lines, to: rows.text, start: "    ")
    }

    private static func time(_ time: UnixTime) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: TimeInterval(time.seconds)))
    }
}
