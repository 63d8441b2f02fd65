import MYKEYWire

/// A login that a browser has begun: what goes into the request to the wallet, and what the browser keeps.
public struct PendingLogin: Sendable, Hashable {
    /// For the request: a random UUID, for this login alone (MYKEY sheet 9.1).
    public let uuID: String
    /// For the browser that began: the secret by which it asks for the outcome.
    public let session: LoginSession
    /// Until when the wallet may answer; seconds since 1970. For the request's `expired`.
    public let until: Int64

    /// The nonce that a tagged sign-in for this login must carry: the uuID without its hyphens.
    public var nonce: String { SignInMessage.nonce(uuID: uuID) }

    /// A login with its uuID, session and end.
    public init(uuID: String, session: LoginSession, until: Int64) {
        self.uuID = uuID
        self.session = session
        self.until = until
    }
}

/// What became of a login that a browser began.
public enum LoginStatus: Sendable, Hashable {
    /// The wallet has not answered yet, or the session has not brought the login's code.
    case pending(until: Int64)
    /// The account has shown itself.
    case accepted(AcceptedLogin)
    /// Nothing is known: it has expired, or never was.
    case unknown
}
