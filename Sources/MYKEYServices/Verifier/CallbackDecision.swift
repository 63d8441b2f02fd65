import MYKEYWire

/// The decision about a posted login.
public enum CallbackDecision: Sendable, Hashable {
    /// The account has logged in.
    case accepted(AcceptedLogin)
    /// The login was rejected.
    case refused(CallbackRefusal)

    /// The reply to the wallet: code 0, or the code of the failed check (MYKEY sheet 4.3).
    ///
    /// The message names only the failed check, so that strangers learn nothing about the values that the server expects or stores.
    public var reply: CallbackReply {
        switch self {
        case .accepted: CallbackReply(code: 0, message: "ok")
        case .refused(let refusal): CallbackReply(code: refusal.code, message: refusal.check.label)
        }
    }

    /// The login, or `nil` for a refusal.
    public var login: AcceptedLogin? {
        if case .accepted(let login) = self { login } else { nil }
    }

    /// The refusal, or `nil` for a login.
    public var refusal: CallbackRefusal? {
        if case .refused(let refusal) = self { refusal } else { nil }
    }
}
