import MYKEYWire

/// The rule that binds a login to whoever began it, in addition to the session.
///
/// Without it, a login can be relayed: an attacker begins it and sends the link to a victim, the victim approves what the wallet truthfully shows,
/// and the attacker's session is logged in. With it, the server gives the wallet a one-time code, the wallet brings the code to the place that it
/// signed, and the session counts only together with the code. A victim's wallet brings the code to the victim's device.
///
/// The rule applies to logins whose tagged text was checked (``CallbackRules/TaggedRule``). A login without one names no server, so whoever obtained
/// the login could ask for the code. Only ``CallbackRules/TaggedRule/required(domain:)`` and ``bound(to:allowsTyping:)`` together prevent the
/// attack. With `checked(domain:)`, users of wallets that send no tagged text, such as the published ones, can still be tricked. So can others,
/// because whoever obtains a login can remove its text.
public enum ReturnRule: Sendable, Hashable {
    /// A login counts only for the session that brings its code.
    ///
    /// `to` lists the programs that codes may be brought to: the scheme of an app (`demoscheme`), or scheme, host and path of a web page
    /// (`https://dapp.example/back`). A login that returns elsewhere is rejected. `allowsTyping` is true when a user may type the code of a
    /// scanned request.
    case bound(to: [String], allowsTyping: Bool = true)
    /// No codes are used, and the session alone counts. For servers whose front end does not support codes yet. Somebody who begins a login and makes
    /// another person approve it is then logged in as that person.
    case stockWallets

    /// Returns the reason why a code may not be brought to a place, or `nil` when it may.
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

    /// Returns true when a program of the list is the place. A web page is compared completely, because other pages of a host may belong to others.
    private static func means(_ program: String, _ text: String) -> Bool {
        let known = program.lowercased()
        if known.contains(":") { return ExactText(program) == ExactText(text) }
        guard known != "http", known != "https" else { return false }
        return text.lowercased().hasPrefix(known + ":")
    }
}
