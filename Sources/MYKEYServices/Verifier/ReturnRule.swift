import MYKEYWire

/// The rule that binds a login to the program that began it, in addition to the session.
///
/// Without this rule, a login can be relayed. An attacker begins a login and sends the link to a victim. The victim approves the login,
/// which the wallet shows correctly, and the attacker's session is logged in. With this rule, the server sends a one-time code to the
/// wallet, and the wallet passes the code to the place that it has signed. A session is logged in only after it has sent the code. The
/// victim's wallet passes the code to the victim's device, so the attacker does not get it.
///
/// The rule applies to logins whose tagged text was checked (``CallbackRules/TaggedRule``). A login without such a text names no server, so
/// anybody who obtained the login could ask for the code. Only ``CallbackRules/TaggedRule/required(domain:)`` and
/// ``bound(to:allowsTyping:)`` together prevent the attack. With `checked(domain:)`, users of wallets that send no tagged text, such as the
/// published ones, can still be tricked. Users of other wallets can be tricked too, because anybody who obtains a login can remove its
/// tagged text.
public enum ReturnRule: Sendable, Hashable {
    /// A login counts only for the session that sends its code.
    ///
    /// `to` lists the programs to which a wallet may pass codes: the scheme of an app (`demoscheme`), or scheme, host and path of a web
    /// page (`https://dapp.example/back`). A login that returns elsewhere is rejected. `allowsTyping` is true when a user may type the code
    /// of a scanned request.
    case bound(to: [String], allowsTyping: Bool = true)
    /// No codes are used, and the session alone counts. It is for servers whose front end does not support codes yet. An attacker who
    /// begins a login and makes another person approve it is then logged in as that person.
    case stockWallets

    /// Returns the reason why a wallet may not pass a code to a place, or `nil` if it may.
    func refusal(of place: LoginReturn?) -> String? {
        guard case .bound(let programs, let allowsTyping) = self else { return nil }
        switch place {
        case nil: return "the login's text does not name exactly one return URL"
        case .typed?: return allowsTyping ? nil : "codes of scanned requests are not taken here"
        case .url(let text)?:
            guard !programs.isEmpty else { return "the server names no program that logins return to" }
            return programs.contains { Self.means($0, text) }
                ? nil : "the login returns to a program that is not this server's"
        }
    }

    /// True if an entry of the list names the place. The whole URL of a web page is compared, because other pages of the same host may
    /// belong to other people.
    private static func means(_ program: String, _ text: String) -> Bool {
        let known = program.lowercased()
        if known.contains(":") { return ExactText(program) == ExactText(text) }
        guard known != "http", known != "https" else { return false }
        return text.lowercased().hasPrefix(known + ":")
    }
}
