import MYKEYWire

/// The server's response to a posted body.
public struct CallbackAnswer: Sendable, Hashable {
    /// The reply to the wallet. Its HTTP status is always 200, or 429 when ``isThrottled`` is true.
    public let reply: CallbackReply
    /// The login that this post made. `nil` for a repeated body and for a refusal. If ``reply`` contains a code, the login does not count for any
    /// session until that session brings the code.
    public let login: AcceptedLogin?
    /// The reason why nobody logged in. `nil` for a login and for a repeated body.
    public let refusal: CallbackRefusal?
    /// True when the body was not read because its address posts too often. The server responds with HTTP status 429.
    public let isThrottled: Bool

    /// True when the body had been accepted before and got its reply again. It makes no second login.
    public var isRepeated: Bool { login == nil && refusal == nil }

    init(login: AcceptedLogin, reply: CallbackReply) {
        self.reply = reply
        self.login = login
        refusal = nil
        isThrottled = false
    }

    init(repeated reply: CallbackReply) {
        self.reply = reply
        login = nil
        refusal = nil
        isThrottled = false
    }

    init(refusal: CallbackRefusal) {
        reply = CallbackDecision.refused(refusal).reply
        login = nil
        self.refusal = refusal
        isThrottled = false
    }

    init(throttling refusal: CallbackRefusal) {
        reply = CallbackDecision.refused(refusal).reply
        login = nil
        self.refusal = refusal
        isThrottled = true
    }
}
