import MYKEYWire

/// What binds a login to whoever began it, beside the session that the server gave out.
///
/// Without such a tie a login can be relayed: an attacker begins it, sends the link to a victim, the victim approves what its wallet shows
/// truly, and the attacker's session is in. With it the server gives the wallet a one-time code, the wallet brings the code to the place
/// that it signed, and the session counts only together with the code. A victim's wallet brings the code to the victim's device.
///
/// The rule holds for logins whose tagged text was checked (``CallbackRules/TaggedRule``): a login without one names no server, so that the
/// code could be asked for by whoever got hold of the login. So ``CallbackRules/TaggedRule/required(domain:)`` and
/// ``bound(to:allowsTyping:)`` together close the way; with `checked(domain:)` the users of wallets without a tagged text, stock ones among
/// them, can still be tricked, and so can others: whoever gets hold of a login can take its text away.
public enum ReturnRule: Sendable, Hashable {
    /// A login counts for the session that brings its code.
    ///
    /// `to` lists the programs that codes may be brought to: the scheme of an app (`demoscheme`), or scheme, host and path of a web page
    /// (`https://dapp.example/back`). A login that returns elsewhere is refused. `allowsTyping`: whether a person may type the code of a
    /// scanned request.
    case bound(to: [String], allowsTyping: Bool = true)
    /// No codes are given out: the session alone says who began. For servers whose front end does not know codes yet. Whoever begins a
    /// login and gets somebody to approve it is logged in as that person.
    case stockWallets

    /// Why a code may not be brought to a place; `nil` when it may.
    func refusal(of place: LoginReturn?) -> String? {
        guard case .bound(let programs, let allowsTyping) = self else { return nil }
        switch place {
        case nil: return "the login's text does not name one place that it returns to"
        case .typed?: return allowsTyping ? nil : "codes of scanned requests are not taken here"
        case .url(let text)?:
            guard !programs.isEmpty else { return "the server names no program that logins return to" }
            return programs.contains { Self.means($0, text) } ? nil : "the login returns to a program that is not this server's"
        }
    }

    /// A web page counts by its whole text: other pages of a host may be other people's.
    private static func means(_ program: String, _ text: String) -> Bool {
        let known = program.lowercased()
        if known.contains(":") { return ExactText(program) == ExactText(text) }
        guard known != "http", known != "https" else { return false }
        return text.lowercased().hasPrefix(known + ":")
    }
}
