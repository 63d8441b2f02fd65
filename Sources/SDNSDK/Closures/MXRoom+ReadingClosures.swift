import Foundation
import HeraldJSON
import SDNClient
import SDNSession
import SDNValues

// The closure forms for reading, typing, tags and direct chats. Each calls the async method of the same name through `ClosureAdapter`.
extension MXRoom {
    /// The closure form of ``/SDNSession/MXRoom/getEventReceipts(_:threadId:sorted:)``.
    @discardableResult
    public func getEventReceipts(
        _ eventId: String, threadId: String?, sorted: Bool,
        completion: @escaping @Sendable (MXResponse<[MXReceiptData]>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) {
            try await self.getEventReceipts(eventId, threadId: threadId, sorted: sorted)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/acknowledgeEvent(_:andUpdateReadMarker:isPrivate:hidesThreads:)``.
    @discardableResult
    public func acknowledgeEvent(
        _ event: MXEvent, andUpdateReadMarker updateReadMarker: Bool,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) {
            try await self.acknowledgeEvent(event, andUpdateReadMarker: updateReadMarker)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/markAllAsRead()``.
    @discardableResult
    public func markAllAsRead(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.markAllAsRead() }
    }

    /// The closure form of ``/SDNSession/MXRoom/moveReadMarker(toEventId:)``.
    @discardableResult
    public func moveReadMarker(toEventId eventId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.moveReadMarker(toEventId: eventId) }
    }

    /// The closure form of ``/SDNSession/MXRoom/sendTypingNotification(typing:timeout:)``.
    @discardableResult
    public func sendTypingNotification(
        typing: Bool, timeout: TimeInterval?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) {
            try await self.sendTypingNotification(typing: typing, timeout: timeout)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/addTag(_:withOrder:)``.
    @discardableResult
    public func addTag(
        _ tag: String, withOrder order: Double?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.addTag(tag, withOrder: order) }
    }

    /// The closure form of ``/SDNSession/MXRoom/removeTag(_:)``.
    @discardableResult
    public func removeTag(_ tag: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.removeTag(tag) }
    }

    /// The closure form of ``/SDNSession/MXRoom/replaceTag(_:with:withOrder:)``.
    @discardableResult
    public func replaceTag(
        _ oldTag: String?, with newTag: String?, withOrder order: Double?,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.replaceTag(oldTag, with: newTag, withOrder: order) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setIsDirect(_:withUserId:)``.
    @discardableResult
    public func setIsDirect(
        _ isDirect: Bool, withUserId userId: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setIsDirect(isDirect, withUserId: userId) }
    }

    /// The closure form of ``/SDNSession/MXRoom/hideRoom(_:roomId:)``.
    @discardableResult
    public func hideRoom(_ userId: String, roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.hideRoom(userId, roomId: roomId) }
    }

    /// The closure form of ``/SDNSession/MXRoom/showRoomWithRoomId(roomId:)``.
    @discardableResult
    public func showRoomWithRoomId(roomId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.showRoomWithRoomId(roomId: roomId) }
    }
}
