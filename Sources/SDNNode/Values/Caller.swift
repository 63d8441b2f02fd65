/// Who calls: the bearer of an access token.
struct Caller: Sendable, Hashable {
    let userID: String
    let deviceID: String
    /// Stands for the access token without being it: the scope of transaction ids.
    let tokenID: Int64
}
