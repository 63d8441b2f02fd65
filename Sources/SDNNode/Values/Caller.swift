import SDNWire

/// The caller of a request: the bearer of an access token.
struct Caller: Sendable, Hashable {
    let userID: String
    let deviceID: String
    /// The row ID of the access token. It identifies the token without revealing it.
    let tokenID: Int64
    /// True if the account is a guest's, which has fewer rights.
    var isGuest = false
    /// True if the account is suspended. Its user may then do little but read.
    var isSuspended = false
}

extension Caller {
    /// The refusal of what a suspended user may not do.
    static let suspended = MatrixError(.userSuspended, "You cannot do this while your account is suspended.")

    /// - Throws: `M_GUEST_ACCESS_FORBIDDEN` if the caller is a guest.
    func refuseGuest() throws(MatrixError) {
        if isGuest { throw MatrixError(.guestAccessForbidden, "Tourists are not allowed to do this.") }
    }
}
