import MYKEYWire

/// What a server does about a posted body.
public struct CallbackAnswer: Sendable, Hashable {
    /// What goes back to the wallet, under HTTP status 200 whatever it says; under 429 when ``isThrottled``.
    public let reply: CallbackReply
    /// Who logged in by this very post; `nil` for a repeated body and for a refusal. When ``reply`` holds a code, the login counts for no
    /// session before that brings the code.
    public let login: AcceptedLogin?
    /// Why nobody logged in; `nil` for a login and for a repeated body.
    public let refusal: CallbackRefusal?
    /// Whether the body was not looked at, because its address posts too often. A server answers with HTTP status 429.
    public let isThrottled: Bool

    /// Whether the body had been accepted before and got its reply again. It makes no second login.
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
