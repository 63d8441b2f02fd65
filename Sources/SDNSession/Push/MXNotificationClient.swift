import Foundation
import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

/// Turns a push message into a notification that is ready to show, in a notification extension or in any other process beside the app.
///
/// ```swift
/// let store = MXFileStore(directory: sharedFolder, sharing: .processes)
/// let notifications = MXNotificationClient(sdnRestClient: client, store: store)
/// switch try await notifications.getNotification(roomId: roomId, eventId: eventId) {
/// case .event(let item): print(item.title, item.body)
/// case .eventFilteredOut, .eventRedacted, .eventNotFound: break
/// }
/// ```
///
/// It needs no session and reads only what one notification shows, so its memory does not depend on the number of rooms. The event, the room and the
/// sender come from the app's store if they are there, also without a connection. Otherwise the client asks the node for the changes of this one room.
/// Nothing is stored and the session's sync goes on where it was.
///
/// While a session of the app syncs into a shared store, the client does not sync. It waits for up to ``patience`` until the session has stored the
/// event, and then asks the node for this event alone. The store is opened for each call and closed after it.
///
/// A system allows an extension little memory (24 MB on iOS). Set ``/SDNClient/MXSDKOptions/maximumResponseBytes`` of its client to 2 MiB.
public final class MXNotificationClient: Sendable {
    /// The client that asks the node.
    public let sdnRestClient: MXRestClient
    private let store: any MXStore
    private let media: MXMediaManager?
    /// The time to wait for a session of the app that syncs. Defaults to 1 s.
    public let patience: Duration
    /// The time for each request to the node, and for the picture. Defaults to 10 s.
    public let timeout: Duration
    private let clock: RetryClock
    private let gate = SerialGate()

    /// Creates a client.
    /// - Parameters:
    ///   - sdnRestClient: a client of the app's user.
    ///   - store: the app's store, closed. When the app may run at the same time, the store is shared (``/SDNValues/MXStoreSharing/processes``) and
    ///     this is a separate store object.
    ///   - mediaManager: the cache of pictures. Defaults to the user's cache, with pictures of up to 1 MiB. On iOS it is a cache in a folder that
    ///     app and extension share.
    ///   - patience: the time to wait for a session of the app that syncs. Defaults to 1 s.
    ///   - timeout: the time for each request to the node, and for the picture. Defaults to 10 s.
    public convenience init(
        sdnRestClient: MXRestClient, store: any MXStore, mediaManager: MXMediaManager? = nil,
        patience: Duration = .seconds(1), timeout: Duration = .seconds(10)
    ) {
        self.init(
            sdnRestClient: sdnRestClient, store: store,
            mediaManager: mediaManager ?? MXMediaManager(restClient: sdnRestClient, maximumFileSize: 1 << 20),
            patience: patience, timeout: timeout, clock: .system)
    }

    /// - Parameters:
    ///   - mediaManager: the cache of pictures; `nil` fetches none.
    ///   - clock: the clock by which waits are measured.
    package init(
        sdnRestClient: MXRestClient, store: any MXStore, mediaManager: MXMediaManager?, patience: Duration,
        timeout: Duration, clock: RetryClock
    ) {
        self.sdnRestClient = sdnRestClient
        self.store = store
        self.media = mediaManager
        self.patience = max(patience, .zero)
        self.timeout = timeout
        self.clock = clock
    }

    /// Returns the notification of a push message.
    /// - Throws: the errors of ``getNotification(roomId:eventId:)``.
    public func getNotification(payload: MXPushPayload) async throws -> MXNotificationStatus {
        try await getNotification(roomId: payload.roomId, eventId: payload.eventId)
    }

    /// Returns the notification of an event.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be opened or read, or when the event is not stored and the node does not answer.
    ///   An extension then shows the text that the push message brought.
    public func getNotification(roomId: String, eventId: String) async throws -> MXNotificationStatus {
        guard let userId = sdnRestClient.credentials.userId, !userId.isEmpty else {
            throw SDNSDKError(
                .missingCredentials, field: "userId", reason: "a notification needs a user, so log in first")
        }
        var facts = try await gate.run { try await self.stored(roomId, eventId, userId) }
        if facts.event == nil {
            do {
                facts.take(
                    try await sdnRestClient.perform(
                        Endpoints.roomEvent, RoomEventRequest(roomID: roomId, eventID: eventId), as: SingleEvent.self,
                        timeout: timeout, retry: .once
                    ).event(inRoom: roomId))
            } catch let error as MXError where error == .notFound || error == .forbidden {
                return .eventNotFound
            }
        }
        guard let event = facts.event else { return .eventNotFound }
        if event.isRedacted { return .eventRedacted }
        if facts.members[event.sender] == nil { await fetchSender(of: event, &facts) }
        var item = facts.item(event)
        guard item.isShown else { return .eventFilteredOut(item) }
        item.avatarFile = await avatar(item)
        return .event(item)
    }

    /// Returns the facts in the store, and if they lack the event, those of the room's changes on the node.
    private func stored(_ roomId: String, _ eventId: String, _ userId: String) async throws -> NotificationFacts {
        try await store.open(with: sdnRestClient.credentials)
        do {
            let facts = try await openStoreFacts(roomId, eventId, userId)
            await store.close()
            return facts
        } catch {
            await store.close()
            throw error
        }
    }

    private func openStoreFacts(_ roomId: String, _ eventId: String, _ userId: String) async throws -> NotificationFacts
    {
        let read: @Sendable () async throws -> NotificationFacts = { [store] in
            try await store.read {
                try NotificationFacts(reading: $0, roomId: roomId, eventId: eventId, userId: userId)
            }
        }
        var facts = try await read()
        let shared = store as? any MXSharedStore
        let end = clock.now() + patience
        while facts.event == nil {
            if try await shared?.takeSyncLease(for: timeout + .seconds(5)) ?? true {
                if let response = try? await changes(ofRoom: roomId, since: facts.token) {
                    facts.take(response.root, isCurrent: true)
                }
                try? await shared?.releaseSyncLease()
                // The changes need not contain members that the store knows.
                return try await store.read { [facts] store in
                    var complete = facts
                    try complete.readMembers(from: store)
                    return complete
                }
            }
            guard clock.now() < end else { break }
            try await clock.sleep(min(patience, .milliseconds(100)))
            facts = try await read()
        }
        return facts
    }

    /// Asks the node for the changes of one room, without waiting for new ones. Tokens of the session do not move.
    private func changes(ofRoom roomId: String, since token: String?) async throws -> JSONDocument {
        try await sdnRestClient.syncDocument(
            fromToken: token, serverTimeout: .zero, clientTimeout: timeout,
            setPresence: MXPresence.offline.identifier, filterId: Self.filter(roomId))
    }

    /// Returns the filter for what a notification shows of a room. Redundant members are asked for, because the node would otherwise remember the members
    /// of this answer, and leave them out of the session's next sync, which needs them.
    private static func filter(_ roomId: String) -> String {
        let state = [
            EventType.create, EventType.name, EventType.avatar, EventType.canonicalAlias, EventType.member,
            EventType.powerLevels, EventType.encryption,
        ].map(JSONValue.string)
        let filter: JSONValue = [
            "account_data": ["types": ["m.push_rules", .string(IgnoredUsers.type), "m.direct"]],
            "presence": ["types": []],
            "room": [
                "rooms": [.string(roomId)], "account_data": ["types": []], "ephemeral": ["types": ["m.receipt"]],
                "state": [
                    "types": .array(state), "lazy_load_members": true, "include_redundant_members": true,
                ],
                "timeline": ["limit": 10],
            ],
        ]
        return String(decoding: filter.serialized(), as: UTF8.self)
    }

    /// Asks the node for the sender's name and avatar in the room, which lazy loading may have left out. Without an answer, the ID is shown.
    private func fetchSender(of event: MXEvent, _ facts: inout NotificationFacts) async {
        let request = StateContentRequest(roomID: facts.roomId, type: EventType.member, stateKey: event.sender)
        guard
            let content = try? await sdnRestClient.perform(
                Endpoints.stateContent, request, as: ObjectContent.self, timeout: timeout, retry: .once
            ).content
        else { return }
        let json: JSONObject = [
            "type": .string(EventType.member), "state_key": .string(event.sender), "sender": .string(event.sender),
            "content": .object(content),
        ]
        if let member = (try? MXEvent(json: json, roomId: facts.roomId)).flatMap(MXRoomMember.init) {
            facts.take(member)
        }
    }

    /// Returns a picture of the sender, or else of the room; `nil` when there is none or it does not arrive in time.
    private func avatar(_ item: MXNotificationItem) async -> URL? {
        guard let media, let url = item.senderAvatarUrl ?? item.roomAvatarUrl else { return nil }
        let (clock, timeout) = (clock, timeout)
        return await withTaskGroup(of: URL?.self) { group in
            group.addTask { try? await media.file(for: url, thumbnail: Self.avatarSize) }
            group.addTask {
                try? await clock.sleep(timeout)
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    private static let avatarSize = MXThumbnailSize(width: 96, height: 96, method: .crop)
}
