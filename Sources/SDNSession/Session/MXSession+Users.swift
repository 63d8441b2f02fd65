import HeraldJSON
import HeraldLocks
import SDNClient
import SDNFolds
import SDNValues
import SDNWire

extension MXSession {
    /// Returns a user; `nil` for a user that the session does not know.
    public func user(withUserId userId: String) -> MXUser? { shared.withLock { $0.users[userId] } }
    /// Returns all users that the session knows, in no particular order.
    public func users() -> [MXUser] { shared.withLock { Array($0.users.values) } }
    /// The session's own user; `nil` before the first sync.
    public var myUser: MXMyUser? { user(withUserId: myUserId) as? MXMyUser }

    /// Returns the account data of a type, such as `m.push_rules`.
    public func accountData(ofType type: String) -> MXEvent? { shared.withLock { $0.accountData[type] } }

    /// The ignored users, whose events the session does not show.
    public var ignoredUsers: [String] {
        accountData(ofType: IgnoredUsers.type)?.content["ignored_users"]?.objectValue?.keys ?? []
    }

    /// The same users as ``ignoredUsers``, as a set.
    var ignored: Set<String> { IgnoredUsers.read(accountData(ofType: IgnoredUsers.type), except: myUserId) }

    /// Creates the object for a user who was not known before.
    func makeUser(_ profile: MXUserProfile) -> MXUser {
        profile.userId == myUserId ? MXMyUser(profile, session: self) : MXUser(profile)
    }
}

extension MXSession {
    /// Replaces one type of the user's account data (SDN sheet 5.8). The session knows the new content as soon as the node has it.
    /// - Parameters:
    ///   - content: the new content.
    ///   - type: the type, such as `m.direct`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent, has no usable answer, or the
    ///   store cannot be written.
    public func setAccountData(_ content: JSONObject, forType type: String) async throws {
        let userId = try requireUserId()
        let request = SetAccountDataRequest(key: AccountDataRequest(userID: userId, type: type), content: content)
        let event = try MXEvent(json: ["type": .string(type), "content": .object(content)])
        let change = accountDataChanges.begins(content, type: type, inRoom: nil)
        defer { accountDataChanges.fails(change) }
        _ = try await sdnRestClient.perform(Endpoints.setAccountData, request)
        try await gate.run {
            guard self.accountDataChanges.ends(change) else { return }
            try await self.store.write { store in
                if type == IgnoredUsers.type { try IgnoredUsers.noteOwnChange(to: event, of: userId, in: store) }
                try store.setAccountData(event, inRoom: nil)
            }
            self.follow(accountData: [event])
        }
    }

    /// Applies a change to the node's current content of account data. The content is requested first, because other devices change it too.
    /// Changes of one session run one after the other. If another device makes a change at the same moment, one of the changes may be lost.
    /// The protocol cannot prevent this.
    func changeAccountData(ofType type: String, _ change: @escaping @Sendable (inout JSONObject) -> Void) async throws {
        try await accountDataGate.runUnlessCancelled {
            var content = JSONObject()
            do {
                let request = AccountDataRequest(userID: try self.requireUserId(), type: type)
                content = try await self.sdnRestClient.perform(Endpoints.accountData, request, as: ObjectContent.self)
                    .content
            } catch MXError.notFound {}
            let before = content
            change(&content)
            if content != before { try await self.setAccountData(content, forType: type) }
        }
    }

    /// Applies account data that the store has. This method is called only inside the gate.
    func follow(accountData events: [MXEvent]) {
        guard !events.isEmpty else { return }
        let before = directRooms
        shared.withLock { shared in
            for event in events { shared.accountData[event.type] = event }
        }
        for event in events { tell(event) }
        let direct = directRooms
        if direct != before {
            followDirectRooms(direct)
            SessionNotification.post(kMXSessionDirectRoomsDidChangeNotification, self)
        }
        if events.contains(where: { $0.type == IgnoredUsers.type }) {
            SessionNotification.post(kMXSessionIgnoredUsersDidChangeNotification, self)
            for room in rooms where !room.liveTimeline.feeds.isEmpty { Task { try? await room.renewHistory() } }
        }
        if events.contains(where: { $0.type == "m.identity_server" }) {
            SessionNotification.post(kMXSessionAccountDataDidChangeIdentityServerNotification, self)
        }
        // The first event type is SendingNetwork's. It was derived from the second one, which Matrix clients use.
        if events.contains(where: {
            ["im.vectSending.setting.breadcrumbs", "im.vector.setting.breadcrumbs"].contains($0.type)
        }) {
            SessionNotification.post(kMXSessionAccountDataDidChangeBreadcrumbsNotification, self)
        }
        SessionNotification.post(kMXSessionAccountDataDidChangeNotification, self)
    }

    /// Adds users to the list of ignored users, whose events the session does not show.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func ignore(users: [String]) async throws {
        let own = myUserId
        try await changeIgnoredUsers { list in
            for user in users where user != own { list[user] = list[user] ?? [:] }
        }
    }

    /// Removes users from the list of ignored users, so that their events are shown again. Pagination brings the events that they sent in the
    /// meantime. When a sync has brought the change, the history of every joined room begins anew after a gap (``kMXRoomDidFlushDataNotification``),
    /// as after a sync that skipped events. Pagination then begins at the newest end again. Stored events stay until pages from the node replace
    /// them.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func unIgnore(users: [String]) async throws {
        try await changeIgnoredUsers { list in
            for user in users { list[user] = nil }
        }
    }

    private func changeIgnoredUsers(_ change: @escaping @Sendable (inout JSONObject) -> Void) async throws {
        try await changeAccountData(ofType: IgnoredUsers.type) { content in
            var list = content["ignored_users"]?.objectValue ?? [:]
            change(&list)
            content["ignored_users"] = .object(list)
        }
    }
}
