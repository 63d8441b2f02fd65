import MYKEYWire

/// What a body was answered with, as a store keeps it.
public struct StoredReply: Sendable, Hashable {
    /// Code and text.
    public let reply: CallbackReply
    /// What the login's code is made of, together with the body; `nil` for a login without a code.
    public let salt: [UInt8]?

    /// A reply, and the salt of the code that went with it.
    public init(_ reply: CallbackReply, salt: [UInt8]?) {
        self.reply = reply
        self.salt = salt
    }

    /// The reply as it goes out, its code in it.
    func full(for body: [UInt8]) -> CallbackReply {
        guard let salt else { return reply }
        return CallbackReply(code: reply.code, message: reply.message, returnCode: LoginCodes.code(salt: salt, body: body))
    }
}
