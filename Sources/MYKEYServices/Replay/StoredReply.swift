import MYKEYWire

/// The reply to a body, in the form in which a store contains it.
public struct StoredReply: Sendable, Hashable {
    /// The code and the message of the reply.
    public let reply: CallbackReply
    /// The salt. The login's code is derived from the salt and the body. `nil` for a login without a code.
    public let salt: [UInt8]?
    /// The login of the body. `nil` if it was announced (``ReplayStore/markAnnounced(_:)``) or waits for its code.
    public let unannounced: AcceptedLogin?

    /// Creates a stored reply.
    public init(_ reply: CallbackReply, salt: [UInt8]?, unannounced: AcceptedLogin? = nil) {
        self.reply = reply
        self.salt = salt
        self.unannounced = unannounced
    }

    /// Returns the reply in the form that is sent, including the login's code.
    func full(for body: [UInt8]) -> CallbackReply {
        guard let salt else { return reply }
        return CallbackReply(
            code: reply.code, message: reply.message, returnCode: LoginCodes.code(salt: salt, body: body))
    }
}
