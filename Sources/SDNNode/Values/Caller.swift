/// The caller of a request: the bearer of an access token.
struct Caller: Sendable, Hashable {
    let userID: String
    let deviceID: String
    /// Identifies the access token without revealing it. It is the scope of transaction IDs.
    let tokenID: Int64
}
