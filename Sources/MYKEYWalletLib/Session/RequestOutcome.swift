/// How a request ended.
enum RequestOutcome: Sendable, Hashable {
    /// The wallet says that it is done; the payload is JSON text, or empty.
    case success(payload: String)
    /// The wallet or this side says why not.
    case failure(MYKEYWalletError)
    /// The user declined.
    case cancelled
    /// The dapp took the request back.
    case withdrawn

    /// The payload, or the error that the `async` forms throw.
    func payload() throws(MYKEYWalletError) -> String {
        switch self {
        case .success(let payload): return payload
        case .failure(let error): throw error
        case .cancelled: throw .cancelledByUser
        case .withdrawn: throw .withdrawn
        }
    }
}
