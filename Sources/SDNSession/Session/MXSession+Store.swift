import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

extension MXSession {
    /// Opens a store and reads what it holds about rooms, before any network access (SDN sheet 5.2).
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `alreadyStarted` when the session has a store or was started, with code `closed` after
    ///   ``close()``, or the error of opening the store.
    public func setStore(_ store: any MXStore) async throws {
        try await gate.run { try await self.open(store) }
        move(to: .storeDataReady, from: [.initialised])
    }

    /// Opens a store. This method is called only inside the gate.
    func open(_ store: any MXStore) async throws {
        try requireNotClosed()
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
            if !saved.outgoing.isEmpty { _ = try requireUserId() }
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
        sdnRestClient.noteEncrypted(saved.rooms.lazy.filter(\.isEncryptedForGood).map(\.roomId))
        followDirectRooms(directRooms)
        // The rooms are created outside of the lock, because a new room asks the session for its direct user, which takes the lock.
        let rooms = saved.rooms.compactMap { $0.membership.isCurrent ? MXRoom($0, session: self) : nil }
        shared.withLock { shared in
            shared.rooms.reserveCapacity(rooms.count)
            shared.roomOrder.reserveCapacity(rooms.count)
            shared.users.reserveCapacity(saved.profiles.count)
            for room in rooms {
                shared.rooms[room.roomId] = room
                shared.roomOrder.append(room.roomId)
            }
            for profile in saved.profiles { shared.users[profile.userId] = makeUser(profile) }
        }
        followSpaces()
        outbox.load(saved.outgoing, sender: myUserId, deviceId: myDeviceId)
        for (message, echo) in outbox.echoes() {
            room(withRoomId: message.roomId)?.changePending { $0.note(echo, localId: message.localId) }
        }
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

extension MXSession {
    // MARK: Restoring

    /// Opens the session of an earlier login, with what the app stored after that login. Rooms and messages can be read at once, also offline.
    /// ``start(withSyncFilterId:)`` then syncs.
    ///
    /// ```swift
    /// let credentials = try JSONDecoder().decode(MXCredentials.self, from: storedCredentials)
    /// let tokens = try JSONDecoder().decode(MXCredentials.Tokens.self, from: keychainItem)
    /// let session = try await MXSession.restored(
    ///     credentials, tokens: tokens, store: MXFileStore(), saveTokens: saveToKeychain)
    /// try await session.start()
    /// ```
    /// - Parameters:
    ///   - credentials: the user, the device and the node.
    ///   - tokens: the tokens; `nil` uses those of `readTokens`, or without it those that `credentials` have.
    ///   - store: the store of the session. If it is shared (``/SDNValues/MXStoreSharing/processes``), one process at a time renews the tokens.
    ///   - apiRoot: the root of the paths. Defaults to the one of `options`.
    ///   - transport: the transport. Defaults to the one of ``/SDNClient/MXRestClient``.
    ///   - options: the settings of the client.
    ///   - saveTokens: receives the tokens each time they were renewed, so that the app can store them. Without it, the session renews no tokens.
    ///     When the access token has expired, its calls throw ``/SDNValues/MXError/unknownToken``.
    ///   - readTokens: returns the stored tokens, or `nil` when they were removed. It is called before each renewal, so that the session uses
    ///     tokens that another process has renewed. Name it if several processes use the login.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `missingCredentials` when the user or the token is missing, the error of `readTokens`, or the
    ///   error of opening the store. Nothing stays open after an error.
    public static func restored(
        _ credentials: MXCredentials, tokens: MXCredentials.Tokens?, store: any MXStore, apiRoot: APIRoot? = nil,
        transport: (any HTTPTransport)? = nil, options: MXSDKOptions = .sharedInstance,
        saveTokens: (@Sendable (MXCredentials.Tokens) -> Void)? = nil,
        readTokens: (@Sendable () throws -> MXCredentials.Tokens?)? = nil
    ) async throws -> MXSession {
        let client = try MXRestClient.restored(
            credentials, tokens: tokens, store: store, apiRoot: apiRoot, transport: transport, options: options,
            saveTokens: saveTokens, readTokens: readTokens)
        let session = MXSession(sdnRestClient: client)
        do {
            try await session.setStore(store)
            return session
        } catch {
            await session.close()
            client.close()
            throw error
        }
    }
}

/// A session whose store is also written by other processes (SDN sheet 5.9).
extension MXSession {
    private var sharedStore: (any MXSharedStore)? {
        guard let store = store as? any MXSharedStore, store.sharing == .processes else { return nil }
        return store
    }

    var isSharingStore: Bool { sharedStore != nil }

    /// The duration of the lease. It is longer than the longest wait for an answer.
    private static var leaseTime: Duration { syncTimeout + .seconds(30) }

    /// Returns true when this session is the one that syncs. Always true for a session that does not share its store.
    func mayStoreSync() async throws -> Bool { try await sharedStore?.takeSyncLease(for: MXSession.leaseTime) ?? true }

    /// Releases the lease at the end of a run of syncs, so that another process may sync at once. An error is ignored, because the lease also
    /// ends by itself.
    func stopLeading() async {
        guard let store = sharedStore else { return }
        outbox.lead(false, self)
        try? await store.releaseSyncLease()
    }

    /// Closes the store's file until it is next used, because syncing has failed and the app may drop this session without ``close()``. The
    /// outbox stops until syncing begins again, because it would keep the file in use.
    /// - Parameter error: the error that ended syncing. Callers that wait for a message receive it if only a new login helps.
    func restAfterFailure(_ error: any Error) async {
        let facts = shared.withLock { shared in
            defer { shared.factsTask = nil }
            return shared.factsTask
        }
        facts?.cancel()
        await facts?.value
        await outbox.pause()
        if (error as? MXError)?.endsLogin ?? ((error as? SDNSDKError)?.code == .missingCredentials) {
            outbox.refuse(error)
        }
        await restStore()
    }

    func restStore() async { await (store as? any MXRestingStore)?.rest() }

    /// Keeps the store's file open while the session syncs, although an earlier run may still want to close it.
    func useStore() async { await (store as? any MXRestingStore)?.use() }

    /// Takes over the changes that other processes have stored since the last call, as if a sync had brought them. Event listeners are not
    /// called, because the process that synced has called its own listeners. The method does nothing if the session does not share its
    /// store.
    /// - Throws: ``/SDNValues/SDNSDKError`` when the store cannot be read.
    public func catchUpWithStore() async throws {
        guard isSharingStore else { return }
        _ = try await gate.run { try await self.catchUpInGate() }
    }

    /// Returns the messages that the node has accepted so far, including those of other processes. A sync that is requested from now on covers them.
    func acceptedMessages() async throws -> [String] {
        guard let store = sharedStore else { return outbox.accepted() }
        return try await store.read { try $0.outgoingMessages().filter { $0.status == .sent }.map(\.localId) }
    }

    func catchUpInGate() async throws -> SyncChanges {
        guard let store = sharedStore else { return SyncChanges(nextToken: shared.withLock { $0.token }) }
        let since = shared.withLock { $0.storeGeneration }
        let news = try await store.changes(after: since)
        var changes = SyncChanges(nextToken: news.eventStreamToken)
        guard news.generation != since else { return changes }
        outbox.follow(news.outgoingMessages, self)
        let (filter, filterId) = try await store.read { (try $0.value(.syncFilter), try $0.value(.syncFilterId)) }
        let known = shared.withLock { $0.accountData }
        // The store does not record when account data last changed. The contents are therefore compared, which is fast because there is
        // little account data.
        changes.accountData = try await store.read { try $0.accountData(inRoom: nil) }.filter {
            known[$0.type]?.content != $0.content
        }
        for summary in news.rooms {
            let roomId = summary.roomId
            var change = RoomChange(summary: summary, previousMembership: room(withRoomId: roomId)?.summary.membership)
            if let timeline = room(withRoomId: roomId)?.liveTimeline, timeline.state != nil {
                change.stateAfter = try await store.read { reader in
                    MXRoomState(
                        roomId: roomId, events: try reader.state(ofRoom: roomId), membersCount: summary.membersCount)
                }
            }
            changes.rooms.append(change)
        }
        follow(changes)
        for summary in news.rooms {
            guard let room = room(withRoomId: summary.roomId), !room.liveTimeline.feeds.isEmpty else { continue }
            Task { try? await room.renewFeeds() }
        }
        shared.withLock { shared in
            shared.storeGeneration = news.generation
            shared.token = news.eventStreamToken
            (shared.filter, shared.filterId) = (filter, filterId)
        }
        return changes
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
