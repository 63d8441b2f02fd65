import SDNClient
import SDNValues

/// Closure forms of contacts, bios and the meeting server (SDN sheet 2.1).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/getContactsList(withUserId:)``.
    @discardableResult
    public func getContactsList(
        withUserId userId: String, success: @escaping @Sendable (MXContactsListResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.getContactsList(withUserId: userId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/addToFavorites(withUserId:contactId:tags:isRoom:)``.
    @discardableResult
    public func addToFavorites(
        withUserId userId: String, contactId: String, tags: [String]?, isRoom: Bool,
        success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) {
            try await self.addToFavorites(withUserId: userId, contactId: contactId, tags: tags, isRoom: isRoom)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/deleteFavorites(withUserId:contactId:isRoom:)``.
    @discardableResult
    public func deleteFavorites(
        withUserId userId: String, contactId: String, isRoom: Bool, success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) {
            try await self.deleteFavorites(withUserId: userId, contactId: contactId, isRoom: isRoom)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setSignature(withUserId:signature:)``.
    @discardableResult
    public func setSignature(
        withUserId userId: String, signature: String, success: @escaping @Sendable () -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ success() }, failure) { try await self.setSignature(withUserId: userId, signature: signature) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getSignature(withUserId:)``.
    @discardableResult
    public func getSignature(
        withUserId userId: String, success: @escaping @Sendable (String) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.getSignature(withUserId: userId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getMeetingSvr()``.
    public func getMeetingSvr(
        _ success: @escaping @Sendable (String) -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) {
        _ = adapt(success, failure) { try await self.getMeetingSvr() }
    }
}
