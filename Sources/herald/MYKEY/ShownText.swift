import Foundation
import MYKEYServices
import MYKEYWire

/// What a person reads before deciding. Everything of strangers is set off, so that it cannot pass for this program's own words.
enum ShownText {
    static func lines(_ shown: ShownRequest) -> [String] {
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
        let width = facts.map(\.0.count).max() ?? 0
        lines += facts.map { "  \($0.0.padding(toLength: width, withPad: " ", startingAt: 0))  \(SafeText.line($0.1))" }
        if let text = shown.textForDisplay { lines += ["  what will be signed:"] + SafeText.lines(text).map { "    | \($0)" } }
        if let text = shown.signInText { lines += ["  and beside it:"] + SafeText.lines(text).map { "    | \($0)" } }
        lines += shown.warnings.map { "  careful: \(SafeText.line($0))" }
        return lines
    }

    static func reasons(_ reasons: [String]) -> [String] {
        ["", "This should not be signed:"] + reasons.map { "  \(SafeText.line($0))" }
    }

    private static func time(_ seconds: Int64) -> String {
        ISO8601DateFormatter().string(from: Date(timeIntervalSince1970: TimeInterval(seconds)))
    }
}
