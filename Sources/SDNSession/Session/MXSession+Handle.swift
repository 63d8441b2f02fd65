import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

extension MXSession {
    /// Processes one sync response: stores it in one transaction, then updates memory, then calls listeners (SDN sheet 5.3).
    /// - Parameters:
    ///   - isInitial: true when the request had no token.
    ///   - number: the number under which the store contains the response, if the response was stored for later processing. The same
    ///     transaction deletes the stored response.
    ///   - accepted: the messages of the outbox that the node had accepted before the request.
    @discardableResult
    func handle(
        _ document: JSONDocument, isInitial: Bool = false, cachedAs number: Int64? = nil, accepted: [String] = []
    ) async throws -> SyncChanges {
        try await gate.run {
            let watched = self.watchedRooms(document.root, isInitial: isInitial)
            let (userId, store, ignored) = (try self.requireUserId(), self.store, self.ignored)
            let keepsHistory = store.keepsHistory
            let (unreadTypes, now) = (Set(self.unreadEventTypes.map(\.identifier)), self.now())
            let listsEveryRoom = SyncFilterChoice.listsEveryRoom(self.shared.withLock { $0.filter })
            let outgoing = OutgoingFacts(accepted: Set(accepted), hasDependents: self.outbox.hasDependents(self))
            let following = self.isSharingStore ? self.shared.withLock { MXSyncPoint(token: $0.token) } : nil
            do {
                let changes = try await store.write { writer in
                    if let number { try writer.deleteCachedSync(number) }
                    return try SyncFold(
                        store: writer, userId: userId, keepsHistory: keepsHistory, watched: watched,
                        isInitial: isInitial,
                        listsEveryRoom: listsEveryRoom, following: following, ignoredUsers: ignored,
                        unreadTypes: unreadTypes, now: now,
                        outgoing: outgoing
                    ).apply(document.root)
                }
                self.follow(
                    await LateFollower.completing(changes, with: document, followed: watched, in: self))
                await self.moveThreadMarks(changes)
                return changes
            } catch let error as SDNSDKError where error.code == .storeOvertaken {
                var changes = try await self.catchUpInGate()
                changes.isOvertaken = true
                return changes
            }
        }
    }

    /// Returns the watched rooms that a response concerns. These are all watched rooms if the response has account data or is a first response.
    private func watchedRooms(_ response: JSONView, isInitial: Bool) -> WatchedRooms {
        var watched = WatchedRooms()
        watched.everyRoom = !listeners.isEmpty || broadcast.hasSubscribers
        let sections =
            response["rooms"].map { rooms in ["join", "invite", "knock", "leave"].compactMap { rooms[$0] } } ?? []
        let isAboutAll = response["account_data"]?["events"]?.elements.first { _ in true } != nil
        let named =
            isInitial || isAboutAll ? rooms : sections.flatMap { $0.members.compactMap { self.room(withRoomId: $0.0) } }
        for room in named {
            let timeline = room.liveTimeline
            watched.states[room.roomId] = timeline.state
            if timeline.isWatched { watched.rooms.insert(room.roomId) }
            if timeline.isPaginating { watched.paginating.insert(room.roomId) }
        }
        return watched
    }

    /// Applies stored changes to memory and calls the listeners. This method is called only inside the gate.
    func follow(_ changes: SyncChanges) {
        roomLists.beginBatch()
        defer { roomLists.endBatch(self) }
        shared.withLock { shared in
            shared.token = changes.nextToken
            for profile in changes.profiles.values {
                if let user = shared.users[profile.userId] {
                    user.update(profile)
                } else {
                    shared.users[profile.userId] = makeUser(profile)
                }
            }
        }
        for event in changes.toDevice {
            tell(event)
            SessionNotification.post(kMXSessionOnToDeviceEventNotification, self, event: event)
        }
        for event in changes.accountData { accountDataChanges.note(event, inRoom: nil) }
        follow(accountData: changes.accountData)
        for room in changes.rooms { follow(room) }
        for event in changes.presence {
            let user = shared.withLock { shared in
                let user = shared.users[event.sender] ?? makeUser(MXUserProfile(userId: event.sender))
                shared.users[event.sender] = user
                return user
            }
            user.update(presence: event)
            tell(event)
        }
        releaseIdleStates()
        if changes.rooms.contains(where: { $0.summary.isSpace }) { followSpaces() }
        acceptInvites(changes)
        roomWaiters.check { self.room(withRoomId: $0)?.summary.membership }
        broadcast.send(.synced)
        SessionNotification.post(kMXSessionDidSyncNotification, self)
    }

    private func follow(_ change: RoomChange) {
        let roomId = change.summary.roomId
        if change.summary.isEncryptedForGood { sdnRestClient.noteEncrypted([roomId]) }
        let known = room(withRoomId: roomId)
        let room = known ?? MXRoom(change.summary, session: self)
        let isCurrent = change.summary.membership.isCurrent
        if known == nil, isCurrent {
            shared.withLock { shared in
                shared.rooms[roomId] = room
                shared.roomOrder.append(roomId)
            }
        }
        if known != nil, !isCurrent {
            SessionNotification.post(kMXSessionWillLeaveRoomNotification, self, roomId: roomId)
        }
        room.update(change.summary)
        for arrived in change.arrived { outbox.hasArrived(arrived, room: room, isFollowed: true) }
        room.liveTimeline.follow(change)
        // The task waits for the gate, so it runs after all changes of the response.
        if change.lacksHistory, !room.liveTimeline.feeds.isEmpty { Task { try? await room.renewHistory() } }
        for delivery in change.deliveries { tell(delivery.event, delivery.state) }
        for event in change.ephemeral { tell(event, change.stateAfter) }
        for event in change.accountData {
            accountDataChanges.note(event, inRoom: roomId)
            tell(event, change.stateAfter)
        }
        if let typing = change.typing, typing != room.typingUsers {
            room.typing.send(typing)
            broadcast.send(.typing(roomId: roomId, userIds: typing))
        }
        if !change.receipts.isEmpty { broadcast.send(.receipts(roomId: roomId, change.receipts)) }

        if known == nil, isCurrent { SessionNotification.post(kMXSessionNewRoomNotification, self, roomId: roomId) }
        if change.summary.membership == .join, change.previousMembership != .join {
            SessionNotification.post(kMXRoomInitialSyncNotification, room, roomId: roomId)
        }
        if change.hasGap { SessionNotification.post(kMXRoomDidFlushDataNotification, room, roomId: roomId) }
        if (change.previousMembership == .invite) != (change.summary.membership == .invite) {
            SessionNotification.post(kMXSessionInvitedRoomsDidChangeNotification, self, roomId: roomId)
        }
        tell(summaryOf: room)
        guard known != nil, !isCurrent else { return }
        shared.withLock { shared in
            shared.rooms[roomId] = nil
            shared.roomOrder.removeAll { $0 == roomId }
        }
        room.finish()
        loadedStates.forget(roomId)
        roomLists.note(roomId, self)
        broadcast.send(.left(roomId: roomId))
        SessionNotification.post(kMXSessionDidLeaveRoomNotification, self, roomId: roomId)
    }

    /// Reports to listeners and room lists that a room is new or that its summary has changed.
    func tell(summaryOf room: MXRoom) {
        broadcast.send(.room(room.summary))
        roomLists.note(room.roomId, self)
        SessionNotification.post(kMXRoomSummaryDidChangeNotification, room, roomId: room.roomId)
    }

    /// Reports to room lists and to readers of updates that a room shows another message of the outbox. It may be called under the outbox's lock, so it
    /// calls no code of the app.
    func tell(previewOf room: MXRoom) {
        broadcast.send(.room(room.summary))
        roomLists.note(room.roomId, self)
    }

    func tell(_ event: MXEvent, _ state: MXRoomState? = nil) {
        for block in listeners.blocks(for: event) { block(event, .forwards, state) }
        broadcast.send(.event(event))
    }
}

extension MXSession {
    /// Joins rooms that the user is invited to, when the client's options say so. An invite that cannot be accepted stays. An invite by an
    /// ignored user, which a node should not have sent, stays too.
    func acceptInvites(_ changes: SyncChanges) {
        guard sdnRestClient.options.autoAcceptRoomInvites else { return }
        let ignored = ignored
        let invites = changes.rooms.map(\.summary).filter {
            $0.membership == .invite && !($0.inviter.map(ignored.contains) ?? false)
        }
        for roomId in Set(invites.map(\.roomId)) {
            // The join waits for the next sync, so it runs in a task of its own and does not delay that sync.
            Task.detached { [weak self] in _ = try? await self?.joinRoom(roomId) }
        }
    }
}

extension MXSession {
    // MARK: Pages of history

    /// Applies the changes of a stored page of history to memory. The page's events are not delivered here. This method is called only
    /// inside the gate.
    func follow(_ change: PageChange, roomId: String) {
        shared.withLock { shared in
            for profile in change.profiles where shared.users[profile.userId] == nil {
                shared.users[profile.userId] = makeUser(profile)
            }
        }
        let room = room(withRoomId: roomId)
        for message in change.arrived { outbox.hasArrived(message, room: room, isFollowed: true) }
        guard let room else { return }
        room.liveTimeline.follow(change)
        guard var summary = change.summary else { return }
        let message = room.summary.lastMessage
        if !change.hasLastMessage {
            summary.lastMessage = change.redacted.first { $0.eventId == message?.eventId } ?? message
        }
        room.update(summary)
        tell(summaryOf: room)
    }
}
