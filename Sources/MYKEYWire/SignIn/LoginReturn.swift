/// Where a wallet brings the one-time code of a login. It stands in the tagged text, so that it is signed: a server gives the code only to
/// a wallet that returns to a program of the server's own.
public enum LoginReturn: Sendable, Hashable {
    /// A URL that the wallet opens: `scheme://host` of an app, or scheme, host and path of a web page. Without query and fragment.
    case url(String)
    /// The person, who reads the code in the wallet and types it where the login began: a scanned request opens nothing.
    case typed

    /// Where a callback leads.
    /// - Throws: ``MYKEYError`` for a callback that is no URL, or one whose path a URI may not have.
    public init(callback: String) throws(MYKEYError) {
        let link = try LinkParts(callback)
        guard !link.hasUserInfo else { throw MYKEYError(.syntax, field: "callback", reason: "a user name stands before its host") }
        let isPage = link.scheme == "http" || link.scheme == "https"
        guard !isPage || link.domain != nil else { throw MYKEYError(.syntax, field: "callback", reason: "a web page has a host") }
        let text = "\(link.scheme):" + (link.domain.map { "//\($0)" } ?? "") + (isPage ? link.path : "")
        guard URIGrammar.isURI(Array((Self.prefix + text).utf8)[...]) else {
            throw MYKEYError(.syntax, field: "callback", reason: "its path holds characters that have to be percent-encoded")
        }
        self = .url(text)
    }

    /// Reads a line of `Resources:`; `nil` for a line about something else.
    public init?(resource: String) {
        guard Self.isNamed(by: resource) else { return nil }
        let text = String(decoding: resource.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
        self = ASCII.same(text, Self.typedWord) ? .typed : .url(text)
    }

    /// The line of `Resources:`, such as `urn:herald:return:demoscheme://mykeywallet.mykey.org`.
    public var resource: String {
        switch self {
        case .url(let text): Self.prefix + text
        case .typed: Self.prefix + Self.typedWord
        }
    }

    /// Whether a line of `Resources:` names such a place. No wallet signs one for `sign`: it belongs to a login.
    public static func isNamed(by resource: String) -> Bool { resource.utf8.starts(with: prefix.utf8) }

    private static let prefix = "urn:herald:return:"
    private static let typedWord = "typed"
}

extension SignInMessage {
    /// Where the login returns to; `nil` when the text names no place, or more than one.
    public var loginReturn: LoginReturn? {
        let named = (resources ?? []).compactMap(LoginReturn.init(resource:))
        return named.count == 1 ? named.first : nil
    }

    /// Whether the text belongs to a login, and is signed with nothing else.
    public var isOfLogin: Bool { (resources ?? []).contains(where: LoginReturn.isNamed) }
}
