import MYKEYWire

/// The reply to a body, as a store keeps it.
public struct StoredReply: Sendable, Hashable {
    /// The code and message.
    public let reply: CallbackReply
    /// The salt from which, together with the body, the login's code is derived. `nil` for a login without a code.
    public let salt: [UInt8]?

    /// Creates a stored reply.
    public init(_ reply: CallbackReply, salt: [UInt8]?) {
        self.reply = reply
        self.salt = salt
    }

    /// Returns the reply as it is sent, with its code.
    func full(for body: [UInt8]) -> CallbackReply {
        guard let salt else { return reply }
        return CallbackReply(
            code: reply.code, message: reply.message, returnCode: LoginCodes.code(salt: salt, body: body))
    }
}
