/// The place to which a wallet brings the one-time code of a login. The tagged text contains it, so that it is signed. A server sends the
/// code only to a wallet that returns to one of the server's own programs.
public enum LoginReturn: Sendable, Hashable {
    /// A URL that the wallet opens: `scheme://host` of an app, or scheme, host and path of a web page, without query and fragment.
    case url(String)
    /// The user reads the code in the wallet and types it into the page that began the login. This is needed for a scanned request, because
    /// the wallet then opens no URL.
    case typed

    /// Creates the place to which a callback URL leads.
    /// - Throws: ``MYKEYError`` when the callback is not a URL, has a user name, or has a path with characters that a URI must not contain.
    public init(callback: String) throws(MYKEYError) {
        let link = try LinkParts(callback)
        guard !link.hasUserInfo else {
            throw MYKEYError(.syntax, field: "callback", reason: "a user name before the host is not allowed")
        }
        let isPage = link.scheme == "http" || link.scheme == "https"
        guard !isPage || link.domain != nil else {
            throw MYKEYError(.syntax, field: "callback", reason: "a web page's URL needs a host")
        }
        var text = "\(link.scheme):"
        if let domain = link.domain { text += "//\(domain)" }
        if isPage { text += link.path }
        guard URIGrammar.isURI(Array((Self.prefix + text).utf8)[...]) else {
            throw MYKEYError(
                .syntax, field: "callback", reason: "the path has characters that must be percent-encoded")
        }
        self = .url(text)
    }

    /// Reads the place from a line of `Resources:`. Returns `nil` if the line names no place to return to.
    public init?(resource: String) {
        guard Self.isNamed(by: resource) else { return nil }
        let text = String(decoding: resource.utf8.dropFirst(Self.prefix.utf8.count), as: UTF8.self)
        self = ASCII.same(text, Self.typedWord) ? .typed : .url(text)
    }

    /// The line of `Resources:` that names this place, such as `urn:herald:return:demoscheme://mykeywallet.mykey.org`.
    public var resource: String {
        switch self {
        case .url(let text): Self.prefix + text
        case .typed: Self.prefix + Self.typedWord
        }
    }

    /// True if a line of `Resources:` names a place to which a login returns. A message with such a line belongs to a login, and no wallet
    /// signs it for a `sign` request.
    public static func isNamed(by resource: String) -> Bool { resource.utf8.starts(with: prefix.utf8) }

    private static let prefix = "urn:herald:return:"
    private static let typedWord = "typed"
}

extension SignInMessage {
    /// The place to which the login returns. `nil` if the message names none, or more than one.
    public var loginReturn: LoginReturn? {
        let named = (resources ?? []).compactMap(LoginReturn.init(resource:))
        return named.count == 1 ? named.first : nil
    }

    /// True if the message belongs to a login. A wallet signs such a message only for a login.
    public var isOfLogin: Bool { (resources ?? []).contains(where: LoginReturn.isNamed) }
}
