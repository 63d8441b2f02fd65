import SDNValues

/// The reason why a message is not on the node yet, or why it will not be sent.
public enum MXSendReason: Sendable, Hashable {
    /// The message waits for its turn: other messages are sent first, or the session does not sync.
    case queued
    /// The node cannot be reached. The message is sent when it can.
    case unreachable
    /// The node answered with an error of its own, and the message is tried again. The value is the node's error code.
    case nodeError(String)
    /// The node refused the message. `MXRoom.resend(_:)` tries again, and `MXRoom.removeOutgoingMessage(_:)` gives it up.
    case refused(errcode: String)
    /// The room became encrypted, and the message is plain text.
    case roomIsEncrypted
    /// The app stopped sending the message.
    case cancelled
    /// Another error of the SDK; the value is its code.
    case other(String)

    /// True when the message is not sent unless the user acts.
    public var isFinal: Bool {
        switch self {
        case .queued, .unreachable, .nodeError: false
        case .refused, .roomIsEncrypted, .cancelled, .other: true
        }
    }

    /// Reads the reason of a local echo; `nil` for an event that is sent or is being sent.
    init?(_ echo: MXEvent) {
        let isWaiting = echo.sentState == .preparing
        guard isWaiting || echo.sentState == .failed else { return nil }
        guard let error = echo.sentError else {
            self = isWaiting ? .queued : .other("")
            return
        }
        let (refusal, own) = ((error as? MXError)?.errcode, (error as? SDNSDKError)?.code.rawValue)
        switch own ?? refusal ?? "" {
        case "room_is_encrypted": self = .roomIsEncrypted
        case "sending_cancelled": self = .cancelled
        case let code where isWaiting: self = refusal == nil ? .unreachable : .nodeError(code)
        case let code: self = refusal == nil ? .other(code) : .refused(errcode: code)
        }
    }
}
