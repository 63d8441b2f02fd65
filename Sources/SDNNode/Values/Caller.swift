/// The caller of a request: the bearer of an access token.
struct Caller: Sendable, Hashable {
    let userID: String
    let deviceID: String
    /// The row ID of the access token. It identifies the token without revealing it.
    let tokenID: Int64
    /// True if the account is a guest's, which has fewer rights.
    var isGuest = false
}
