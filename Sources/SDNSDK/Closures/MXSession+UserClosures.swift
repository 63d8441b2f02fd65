import HeraldJSON
import SDNClient
import SDNSession
import SDNValues

// The closure forms for users and account data. Each calls the async method of the same name through `ClosureAdapter`.
extension MXSession {
    /// The closure form of ``/SDNSession/MXSession/setAccountData(_:forType:)``.
    @discardableResult
    public func setAccountData(
        _ data: [String: Any], forType type: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        let content = Result { try JSONObject(foundation: data) }
        return sdnRestClient.adapt(completion) { try await self.setAccountData(content.get(), forType: type) }
    }

    /// The closure form of ``/SDNSession/MXSession/ignore(users:)``.
    @discardableResult
    public func ignore(users: [String], completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.ignore(users: users) }
    }

    /// The closure form of ``/SDNSession/MXSession/unIgnore(users:)``.
    @discardableResult
    public func unIgnore(users: [String], completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.unIgnore(users: users) }
    }

    /// The closure form of ``/SDNSession/MXSession/markAllMessagesAsRead()``.
    @discardableResult
    public func markAllMessagesAsRead(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        sdnRestClient.adapt(completion) { try await self.markAllMessagesAsRead() }
    }

    /// The closure form of ``/SDNSession/MXSession/hideRoom(_:roomId:)``.
    @discardableResult
    public func hideRoom(_ userId: String, roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.hideRoom(userId, roomId: roomId) }
    }

    /// The closure form of ``/SDNSession/MXSession/showRoom(withRoomId:)``.
    @discardableResult
    public func showRoom(withRoomId roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        sdnRestClient.adapt(completion) { try await self.showRoom(withRoomId: roomId) }
    }
}
