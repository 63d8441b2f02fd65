import MYKEYWire

/// A login that a browser has begun: the values for the request to the wallet and for the browser.
public struct PendingLogin: Sendable, Hashable {
    /// For the request: a random UUID that is used for this login only (MYKEY sheet 9.1).
    public let uuID: String
    /// For the browser that began the login: the secret with which it asks for the result.
    public let session: LoginSession
    /// The time until which the wallet may answer. It is the request's `expired`.
    public let until: UnixTime

    /// The nonce that a tagged sign-in for this login must contain: the uuID without hyphens.
    public var nonce: String { SignInMessage.nonce(uuID: uuID) }

    /// Creates a pending login.
    public init(uuID: String, session: LoginSession, until: UnixTime) {
        self.uuID = uuID
        self.session = session
        self.until = until
    }
}

/// The state of a login that a browser began.
public enum LoginStatus: Sendable, Hashable {
    /// The wallet has not answered yet, or the session has not brought the login's code.
    case pending(until: UnixTime)
    /// The account has logged in.
    case accepted(AcceptedLogin)
    /// The login has expired or never existed.
    case unknown
}
