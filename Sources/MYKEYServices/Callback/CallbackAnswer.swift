import MYKEYWire

/// The server's response to a body that a wallet posted.
public struct CallbackAnswer: Sendable, Hashable {
    /// The reply to the wallet. The HTTP status of the response is 200, or 429 if ``isThrottled`` is true.
    public let reply: CallbackReply
    /// The login that the posted body caused. `nil` if the body was repeated or refused. If ``reply`` contains a code, the login does not
    /// count until the session that began it sends this code.
    public let login: AcceptedLogin?
    /// The reason why the login was refused. `nil` if the login succeeded, or if the same body was posted before.
    public let refusal: CallbackRefusal?
    /// True if the body was not read, because its address posts too often. The HTTP status of the response is then 429.
    public let isThrottled: Bool

    /// True if the body had been accepted before and got the same reply again. It does not cause a second login.
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
