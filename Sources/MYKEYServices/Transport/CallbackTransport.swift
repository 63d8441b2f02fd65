import MYKEYWire

/// Sends a wallet's signed body to the dapp's server (MYKEY sheet 4.5).
public protocol CallbackTransport: Sendable {
    /// Checks if a server is allowed, before anything is shown to the user.
    /// - Returns: the reason why the server is not allowed, or `nil`. A name that cannot be resolved at the moment is not a reason, because
    /// posting detects that.
    func refusal(of server: ServerAddress) async -> MYKEYServicesError?

    /// POSTs a body. Every attempt sends the same bytes.
    func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery
}

/// The result of posting to the dapp's server.
public enum CallbackDelivery: Sendable, Hashable {
    /// The server replied. A malformed reply, or one with a status outside 200 to 299, counts as a failure (MYKEY sheet 4.3).
    case answered(CallbackReply)
    /// Nothing was sent, because the address is not allowed.
    case refused(MYKEYServicesError)
    /// No attempt got a response.
    case failed(MYKEYServicesError)
}
