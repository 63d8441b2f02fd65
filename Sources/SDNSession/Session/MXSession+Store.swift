import HeraldLocks
import SDNFolds
import SDNValues
import Synchronization

extension MXSession {
    /// Opens a store and reads what it holds about rooms, before any network access (SDN sheet 5.2).
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `alreadyStarted` when the session has a store or was started, or the error of opening the store.
    public func setStore(_ store: any MXStore) async throws {
        try await gate.run { try await self.open(store) }
        move(to: .storeDataReady, from: [.initialised])
    }

    /// Opens a store. This method is called only inside the gate.
    func open(_ store: any MXStore) async throws {
        guard shared.withLock({ $0.state == .initialised && !$0.isStoreOpen }) else {
            throw SDNSDKError(
                .alreadyStarted, field: "store", reason: "the store can be set only once, before the session starts")
        }
        try await store.open(with: credentials)
        let saved: SavedSession
        var generation: Int64 = 0
        do {
            // The number of the last change (the generation) is read before all other data. If another process writes a change in the
            // meantime, this session takes over that change twice but does not miss it.
            if let store = store as? any MXSharedStore, store.sharing == .processes {
                generation = try await store.changes(after: .max).generation
            }
            saved = try await savedSession(in: store)
        } catch {
            await store.close()
            throw error
        }
        shared.withLock { shared in
            shared.store = store
            shared.isStoreOpen = true
            shared.storeGeneration = generation
            shared.token = saved.token
            shared.filter = saved.filter
            shared.filterId = saved.filterId
            shared.facts = saved.facts
            for event in saved.accountData { shared.accountData[event.type] = event }
        }
        followDirectRooms(directRooms)
        // The rooms are created outside of the lock, because a new room asks the session for its direct user, which takes the lock.
        let rooms = saved.rooms.filter(\.membership.isCurrent).map { MXRoom($0, session: self) }
        shared.withLock { shared in
            for room in rooms {
                shared.rooms[room.roomId] = room
                shared.roomOrder.append(room.roomId)
            }
            for profile in saved.profiles { shared.users[profile.userId] = makeUser(profile) }
        }
        followSpaces()
        outbox.load(saved.outgoing, sender: myUserId, deviceId: myDeviceId)
    }
}

extension MXSession {
    /// Reads the saved session. If the store detects damage only now, it is opened once more. On opening, the store moves the damaged file
    /// aside and begins with an empty file.
    private func savedSession(in store: any MXStore) async throws -> SavedSession {
        let userId = myUserId
        do {
            let saved = try await store.read { try SavedSession(reading: $0, userId: userId) }
            if store.recovery != nil { SessionNotification.post(kMXSessionDidCorruptDataNotification, self) }
            return saved
        } catch let error as SDNSDKError where error.code == .storeDamaged {
            await store.close()
            try await store.open(with: credentials)
            SessionNotification.post(kMXSessionDidCorruptDataNotification, self)
            return try await store.read { try SavedSession(reading: $0, userId: userId) }
        }
    }
}

/// The stored data of a session that ended.
private struct SavedSession: Sendable {
    let token: String?
    let filter: String?
    let filterId: String?
    let facts: NodeFacts
    let rooms: [MXRoomSummary]
    let profiles: [MXUserProfile]
    let accountData: [MXEvent]
    let outgoing: [MXOutgoingMessage]

    init(reading store: any MXStoreReader, userId: String) throws {
        token = try store.value(.eventStreamToken)
        filter = try store.value(.syncFilter)
        filterId = try store.value(.syncFilterId)
        facts = try NodeFacts(reading: store)
        let accountData = try store.accountData(inRoom: nil)
        let ignored = IgnoredUsers.read(accountData.first { $0.type == IgnoredUsers.type }, except: userId)
        rooms = try store.rooms().map { summary in
            // The last message is looked up again if its sender is ignored. It is also looked up if the summary has no last message,
            // because a store that the app implements may not store it.
            guard summary.lastMessage.map({ IgnoredUsers.hide($0, ignored) }) ?? true else { return summary }
            var summary = summary
            summary.lastMessage = try store.lastMessage(ofRoom: summary.roomId, ignoring: ignored)
            return summary
        }
        profiles = try store.profiles()
        self.accountData = accountData
        outgoing = try store.outgoingMessages()
    }
}
