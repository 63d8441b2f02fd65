import MYKEYWire

/// What came of a posted login.
public enum CallbackDecision: Sendable, Hashable {
    /// The account has shown itself.
    case accepted(AcceptedLogin)
    /// It has not.
    case refused(CallbackRefusal)

    /// What the wallet is told: code 0, or the code of the check that failed (MYKEY sheet 4.3).
    ///
    /// The text names the check and no more: a stranger learns nothing of what this server waits for or remembers.
    public var reply: CallbackReply {
        switch self {
        case .accepted: CallbackReply(code: 0, message: "ok")
        case .refused(let refusal): CallbackReply(code: refusal.code, message: refusal.check.label)
        }
    }

    /// The login; `nil` for a refusal.
    public var login: AcceptedLogin? {
        if case .accepted(let login) = self { login } else { nil }
    }

    /// The refusal; `nil` for a login.
    public var refusal: CallbackRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
