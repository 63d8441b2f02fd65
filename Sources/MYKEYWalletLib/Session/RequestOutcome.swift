/// The result of a request.
enum RequestOutcome: Sendable, Hashable {
    /// The wallet reports success. The payload is JSON text, or empty if the wallet sent none.
    case success(payload: String)
    /// The wallet or the SDK reports a failure.
    case failure(MYKEYWalletError)
    /// The user declined.
    case cancelled
    /// The dapp withdrew the request.
    case withdrawn

    /// Returns the payload, or throws the error that the `async` methods throw.
    func payload() throws(MYKEYWalletError) -> String {
        switch self {
        case .success(let payload): return payload
        case .failure(let error): throw error
        case .cancelled: throw .cancelledByUser
        case .withdrawn: throw .withdrawn
        }
    }
}
