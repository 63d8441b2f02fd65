import HeraldJSON
import SDNWire
import Synchronization

extension MXSession {
    /// Replaces a piece of the user's account data, whole (SDN sheet 5.8). Known here as soon as the node has it.
    /// - Parameters:
    ///   - content: what it is to be.
    ///   - type: such as `m.direct`.
    public func setAccountData(_ content: JSONObject, forType type: String) async throws {
        let request = SetAccountDataRequest(key: AccountDataRequest(userID: myUserId, type: type), content: content)
        let event = try MXEvent(json: ["type": .string(type), "content": .object(content)])
        let change = accountDataChanges.begins(content, type: type, inRoom: nil)
        defer { accountDataChanges.fails(change) }
        _ = try await sdnRestClient.perform(Endpoints.setAccountData, request)
        try await gate.run {
            guard self.accountDataChanges.ends(change) else { return }
            let userId = self.myUserId
            try await self.store.write { store in
                if type == IgnoredUsers.type { try IgnoredUsers.noteOwnChange(to: event, of: userId, in: store) }
                try store.setAccountData(event, inRoom: nil)
            }
            self.follow(accountData: [event])
        }
    }

    /// Builds on what the node has of a piece of account data now, because other devices change it too; one change after the other. The
    /// protocol has no way to guard it against another device in the same moment.
    func changeAccountData(ofType type: String, _ change: @escaping @Sendable (inout JSONObject) -> Void) async throws {
        try await accountDataGate.run {
            var content = JSONObject()
            do {
                let request = AccountDataRequest(userID: self.myUserId, type: type)
                content = try await self.sdnRestClient.perform(Endpoints.accountData, request, as: ObjectContent.self).content
            } catch MXError.notFound {}
            let before = content
            change(&content)
            if content != before { try await self.setAccountData(content, forType: type) }
        }
    }

    /// Follows account data that the store has. Only inside the gate.
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
        // The fork's own name, and the one that it was made from.
        if events.contains(where: { ["im.vectSending.setting.breadcrumbs", "im.vector.setting.breadcrumbs"].contains($0.type) }) {
            SessionNotification.post(kMXSessionAccountDataDidChangeBreadcrumbsNotification, self)
        }
        SessionNotification.post(kMXSessionAccountDataDidChangeNotification, self)
    }

    /// Tells the node whose events the user does not want to see, besides those already told.
    public func ignore(users: [String]) async throws {
        let own = myUserId
        try await changeIgnoredUsers { list in
            for user in users where user != own { list[user] = list[user] ?? [:] }
        }
    }

    /// Lets the user see these users' events again. What they wrote meanwhile comes from the node as histories are paginated: once a sync
    /// has told the change, every joined room's history begins anew behind a gap (``kMXRoomDidFlushDataNotification``), as after a sync
    /// that skipped events, and pagination begins at the newest end again. What is stored stays until pages of the node's take its place.
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
