/// A user whose logins a server expects until the binding is removed (two-way binding).
public struct BoundUser: Sendable, Hashable {
    /// The user id. A UUID is in lower case.
    public let uuID: String
    /// The account that may log in with the id. `nil` until the first login was accepted, if the server did not name the account.
    public let account: LoginAccount?
}
