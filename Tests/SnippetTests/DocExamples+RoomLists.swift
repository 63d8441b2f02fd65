import Foundation
import SDNSDK

/// The examples of room lists, spaces and notifications.
extension DocExamples {
    static func filteringRooms(_ session: MXSession) {
        let people = session.roomList(MXRoomListOptions(filter: .all([.unread, .category(.people)])))
        print(people.snapshot.rooms.map(\.displayName))
    }

    static func pagingRooms(_ session: MXSession) async {
        let entries = session.roomList.entriesWithDynamicAdapters(pageSize: 20)
        entries.controller.setFilter(.normalizedMatchRoomName("ann"))
        for await list in entries {
            print(list.rooms.map(\.displayName), list.hasMore)
        }
    }

    static func followingASpace(_ session: MXSession, _ spaceId: String) async throws {
        for await content in try session.space(withId: spaceId).updates() {
            print(content.summary.displayName, content.unreadCount)
            print(content.rooms.map(\.displayName), content.spaces.map(\.displayName))
        }
    }

    static func listingASpace(_ session: MXSession, _ spaceId: String) async throws {
        let list = try session.space(withId: spaceId).children(pageSize: 20)
        while list.hasMore { try await list.paginate() }
        for child in list.rooms { print(child.room.displayname, list.membership(ofRoom: child.roomId)) }
    }

    static func settingAMode(_ room: MXRoom) async throws {
        try await room.setNotificationMode(.mentionsAndKeywordsOnly)
    }

    static func notifying(_ client: MXRestClient, _ sharedFolder: URL, _ roomId: String, _ eventId: String) async throws
    {
        let store = MXFileStore(directory: sharedFolder, sharing: .processes)
        let notifications = MXNotificationClient(sdnRestClient: client, store: store)
        switch try await notifications.getNotification(roomId: roomId, eventId: eventId) {
        case .event(let item): print(item.title, item.body)
        case .eventFilteredOut, .eventRedacted, .eventNotFound: break
        }
    }

    static func showing(_ client: MXNotificationClient, _ roomId: String, _ eventId: String) async throws {
        if let item = try await client.getNotification(roomId: roomId, eventId: eventId).item {
            print(item.title, item.subtitle ?? "", item.body, item.isNoisy, item.avatarFile?.path ?? "")
        }
    }

    static func pushed(_ client: MXNotificationClient, _ userInfo: [AnyHashable: Any]) async throws {
        guard let payload = MXPushPayload(userInfo: userInfo) else { return }
        let status = try await client.getNotification(payload: payload)
        print(status)
    }
}
