import HeraldJSON

/// The endpoints with which administrators lock and suspend accounts (Matrix 1.18).
extension Endpoints {
    /// Returns if an account is locked.
    /// Matrix: [getAdminLockUser](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1adminlockuserid).
    package static let accountLock = Endpoint<AccountModerationRequest, RawJSON>(
        .get, .client(.v1), "admin/lock/{userId}", history: .matrix(.v1(18)))
    /// Locks an account, or ends the lock.
    /// Matrix: [setAdminLockUser](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv1adminlockuserid).
    package static let setAccountLock = Endpoint<SetAccountLockRequest, RawJSON>(
        .put, .client(.v1), "admin/lock/{userId}", history: .matrix(.v1(18)))
    /// Returns if an account is suspended.
    /// Matrix: [getAdminSuspendUser](https://spec.matrix.org/v1.18/client-server-api/#get_matrixclientv1adminsuspenduserid).
    package static let accountSuspension = Endpoint<AccountModerationRequest, RawJSON>(
        .get, .client(.v1), "admin/suspend/{userId}", history: .matrix(.v1(18)))
    /// Suspends an account, or ends the suspension.
    /// Matrix: [setAdminSuspendUser](https://spec.matrix.org/v1.18/client-server-api/#put_matrixclientv1adminsuspenduserid).
    package static let setAccountSuspension = Endpoint<SetAccountSuspensionRequest, RawJSON>(
        .put, .client(.v1), "admin/suspend/{userId}", history: .matrix(.v1(18)))
}

package struct AccountModerationRequest: WireRequest, Hashable {
    package var userID: String
    package init(userID: String) { self.userID = userID }
    package init(parts: RequestParts) throws { self.userID = try parts.pathValue("userId") }
    package func parts() -> RequestParts { RequestParts(path: ["userId": userID]) }
}

package struct SetAccountLockRequest: WireRequest, Hashable {
    package var userID: String
    package var isLocked: Bool

    package init(userID: String, isLocked: Bool) {
        self.userID = userID
        self.isLocked = isLocked
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.isLocked = try parts.object().bool("locked")
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["userId": userID], body: .object(["locked": .bool(isLocked)]))
    }
}

package struct SetAccountSuspensionRequest: WireRequest, Hashable {
    package var userID: String
    package var isSuspended: Bool

    package init(userID: String, isSuspended: Bool) {
        self.userID = userID
        self.isSuspended = isSuspended
    }
    package init(parts: RequestParts) throws {
        self.userID = try parts.pathValue("userId")
        self.isSuspended = try parts.object().bool("suspended")
    }
    package func parts() -> RequestParts {
        RequestParts(path: ["userId": userID], body: .object(["suspended": .bool(isSuspended)]))
    }
}
