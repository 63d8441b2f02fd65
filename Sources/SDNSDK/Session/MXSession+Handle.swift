import HeraldJSON
import SDNWire
import Synchronization

extension MXSession {
    /// Takes one sync response in: one transaction, then memory, then listeners (SDN sheet 5.3).
    /// - Parameter isInitial: whether the request had no token.
    @discardableResult
    func handle(_ document: JSONDocument, isInitial: Bool = false) async throws -> SyncChanges {
        try await gate.run {
            let watched = self.watchedRooms()
            let (userId, store, ignored) = (self.myUserId, self.store, self.ignored)
            let keepsHistory = store.keepsHistory
            let listsEveryRoom = SyncFilterChoice.listsEveryRoom(self.shared.withLock { $0.filter })
            let changes = try await store.write { writer in
                try SyncFold(
                    store: writer, userId: userId, keepsHistory: keepsHistory, watched: watched, isInitial: isInitial,
                    listsEveryRoom: listsEveryRoom, ignoredUsers: ignored
                ).apply(document.root)
            }
            self.follow(changes)
            return changes
        }
    }

    private func watchedRooms() -> WatchedRooms {
        var watched = WatchedRooms()
        watched.everyRoom = !listeners.isEmpty || broadcast.hasSubscribers
        for room in rooms {
            let timeline = room.liveTimeline
            watched.states[room.roomId] = timeline.state
            if timeline.isWatched { watched.rooms.insert(room.roomId) }
            if timeline.isPaginating { watched.paginating.insert(room.roomId) }
        }
        return watched
    }

    /// Only inside the gate, and only with what the store has.
    private func follow(_ changes: SyncChanges) {
        let directRoomsBefore = directRooms
        shared.withLock { shared in
            shared.token = changes.nextToken
            for profile in changes.profiles.values {
                if let user = shared.users[profile.userId] { user.update(profile) } else { shared.users[profile.userId] = MXUser(profile) }
            }
            for event in changes.accountData { shared.accountData[event.type] = event }
        }
        for event in changes.toDevice {
            tell(event)
            SessionNotification.post(kMXSessionOnToDeviceEventNotification, self, event: event)
        }
        for event in changes.accountData { tell(event) }
        for room in changes.rooms { follow(room) }
        for event in changes.presence {
            let user = shared.withLock { shared in
                let user = shared.users[event.sender] ?? MXUser(MXUserProfile(userId: event.sender))
                shared.users[event.sender] = user
                return user
            }
            user.update(presence: event)
            tell(event)
        }
        notifyAccountData(changes.accountData, directRoomsBefore)
        roomWaiters.check { self.room(withRoomId: $0)?.summary.membership }
        broadcast.send(.synced)
        SessionNotification.post(kMXSessionDidSyncNotification, self)
    }

    private func follow(_ change: RoomChange) {
        let roomId = change.summary.roomId
        let known = room(withRoomId: roomId)
        let room = known ?? MXRoom(change.summary, session: self)
        let isCurrent = change.summary.membership.isCurrent
        if known == nil, isCurrent {
            shared.withLock { shared in
                shared.rooms[roomId] = room
                shared.roomOrder.append(roomId)
            }
        }
        if known != nil, !isCurrent { SessionNotification.post(kMXSessionWillLeaveRoomNotification, self, roomId: roomId) }
        room.update(change.summary)
        for arrived in change.arrived { outbox.hasArrived(arrived, room: room) }
        room.liveTimeline.follow(change)
        for delivery in change.deliveries { tell(delivery.event, delivery.state) }
        for event in change.ephemeral { tell(event, change.stateAfter) }

        if known == nil, isCurrent { SessionNotification.post(kMXSessionNewRoomNotification, self, roomId: roomId) }
        if change.summary.membership == .join, change.previousMembership != .join {
            SessionNotification.post(kMXRoomInitialSyncNotification, room, roomId: roomId)
        }
        if change.hasGap { SessionNotification.post(kMXRoomDidFlushDataNotification, room, roomId: roomId) }
        if (change.previousMembership == .invite) != (change.summary.membership == .invite) {
            SessionNotification.post(kMXSessionInvitedRoomsDidChangeNotification, self, roomId: roomId)
        }
        broadcast.send(.room(change.summary))
        SessionNotification.post(kMXRoomSummaryDidChangeNotification, room, roomId: roomId)
        guard known != nil, !isCurrent else { return }
        shared.withLock { shared in
            shared.rooms[roomId] = nil
            shared.roomOrder.removeAll { $0 == roomId }
        }
        room.liveTimeline.destroy()
        broadcast.send(.left(roomId: roomId))
        SessionNotification.post(kMXSessionDidLeaveRoomNotification, self, roomId: roomId)
    }

    private func tell(_ event: MXEvent, _ state: MXRoomState? = nil) {
        for block in listeners.blocks(for: event) { block(event, .forwards, state) }
        broadcast.send(.event(event))
    }

    private func notifyAccountData(_ events: [MXEvent], _ directRoomsBefore: [String: [String]]) {
        guard !events.isEmpty else { return }
        if directRooms != directRoomsBefore { SessionNotification.post(kMXSessionDirectRoomsDidChangeNotification, self) }
        if events.contains(where: { $0.type == IgnoredUsers.type }) {
            SessionNotification.post(kMXSessionIgnoredUsersDidChangeNotification, self)
        }
        SessionNotification.post(kMXSessionAccountDataDidChangeNotification, self)
    }
}
