import SDNClient
import SDNValues

/// The calls for communities, which Matrix has replaced by spaces (SDN sheet 3.2). No node has communities. These calls send nothing and
/// fail with ``/SDNValues/MXError/unrecognized``.
extension MXRestClient {
    /// Sends nothing and always fails with ``/SDNValues/MXError/unrecognized``.
    @available(*, deprecated, message: "Communities are gone; use spaces.")
    @discardableResult
    public func acceptGroupInvite(
        _ groupId: String, success: @escaping @Sendable () -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) { throw Self.noGroups }
    }

    /// Sends nothing and always fails with ``/SDNValues/MXError/unrecognized``.
    @available(*, deprecated, message: "Communities are gone; use spaces.")
    @discardableResult
    public func leaveGroup(
        _ groupId: String, success: @escaping @Sendable () -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) { throw Self.noGroups }
    }

    /// Sends nothing and always fails with ``/SDNValues/MXError/unrecognized``.
    @available(*, deprecated, message: "Communities are gone; use spaces.")
    @discardableResult
    public func updateGroupPublicity(
        _ groupId: String, isPublicised: Bool, success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) { throw Self.noGroups }
    }

    private static let noGroups = MXError(
        errcode: MXError.unrecognized.errcode, error: "Communities are gone from Matrix.", endpoint: "groups")
}
