import MYKEYWire

/// How the wallet hands a signed body to the dapp's server (MYKEY sheet 4.5).
public protocol CallbackTransport: Sendable {
    /// Whether a server may be posted to at all, asked before anything is shown to the user.
    /// - Returns: why not, or `nil`. A name that does not resolve just now is no reason: that shows when it is posted.
    func refusal(of server: ServerAddress) async -> MYKEYServicesError?

    /// Posts these bytes, the same ones in every attempt.
    func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery
}

/// What came of posting to the dapp's server.
public enum CallbackDelivery: Sendable, Hashable {
    /// The server answered. An answer that is no reply, or has another status than 200 to 299, is a reply that says failure (MYKEY sheet 4.3).
    case answered(CallbackReply)
    /// Nothing was sent: the address is not allowed.
    case refused(MYKEYServicesError)
    /// No answer after all attempts.
    case failed(MYKEYServicesError)
}
