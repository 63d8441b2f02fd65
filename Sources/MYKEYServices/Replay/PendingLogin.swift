import MYKEYWire

/// A login that a browser has begun: the values for the request to the wallet and for the browser.
public struct PendingLogin: Sendable, Hashable {
    /// The id for the request to the wallet: a random UUID that is used for this login only (MYKEY sheet 9.1).
    public let uuID: String
    /// The secret for the browser that began the login. With it, the browser asks for the result.
    public let session: LoginSession
    /// The time until which the wallet may answer. The request contains it as `expired`.
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
    /// The wallet has not answered yet, or the session has not sent the login's code yet.
    case pending(until: UnixTime)
    /// The account has logged in.
    case accepted(AcceptedLogin)
    /// The login has expired or never existed.
    case unknown
}
