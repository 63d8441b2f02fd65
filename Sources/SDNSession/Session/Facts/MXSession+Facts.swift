import HeraldLocks
import SDNClient
import SDNValues
import SDNWire

extension MXSession {
    /// The versions of the client API that the node supports; `nil` until the node was asked once. They are kept in the store.
    public var supportedSDNVersions: MXSDNVersions? { shared.withLock { $0.facts.versions } }
    /// The node's capabilities; `nil` until the node was asked once. They are kept in the store.
    public var nodeCapabilities: MXCapabilities? { shared.withLock { $0.facts.capabilities } }
    /// The domain's document about its node; `nil` until the domain was asked once, and when it has no such document. The document is kept in the
    /// store.
    public var nodeWellknown: MXWellKnown? { shared.withLock { $0.facts.wellKnown } }
    /// The size of the largest file that the node accepts, in bytes; -1 when it is unknown, `Int.max` when the node names no limit. It is kept
    /// in the store.
    public var maxUploadSize: Int { shared.withLock { $0.facts.maxUploadSize } ?? -1 }

    /// Requests the node's facts about itself, with all requests at once. The first sync does not wait for the answers. A request that fails is
    /// repeated when the session starts or resumes again.
    func fetchFacts() {
        shared.withLock { shared in
            guard !shared.facts.areFresh, shared.factsTask == nil else { return }
            shared.factsTask = Task.detached { [weak self, client = sdnRestClient] in
                async let versions = try? client.call(Endpoints.versions, NoInput(), retry: .once) {
                    MXSDNVersions(try VersionsResponse(document: $0))
                }
                async let capabilities = try? client.perform(
                    Endpoints.capabilities, NoInput(), as: MXCapabilities.self, retry: .once)
                async let wellKnown = try? client.wellKnown(retry: .once)
                async let maxUploadSize = try? client.maxUploadSize(retry: .once)
                var facts = NodeFacts()
                (facts.versions, facts.capabilities, facts.wellKnown) = await (versions, capabilities, wellKnown)
                facts.maxUploadSize = await maxUploadSize
                await self?.keep(facts)
                await self?.fetchOwnProfile()
            }
        }
    }

    private func keep(_ facts: NodeFacts) async {
        guard !Task.isCancelled else { return }
        let texts = facts.texts
        shared.withLock { shared in
            shared.facts.versions = facts.versions ?? shared.facts.versions
            shared.facts.capabilities = facts.capabilities ?? shared.facts.capabilities
            shared.facts.wellKnown = facts.wellKnown ?? shared.facts.wellKnown
            shared.facts.maxUploadSize = facts.maxUploadSize ?? shared.facts.maxUploadSize
            shared.facts.areFresh = facts.versions != nil
        }
        guard !texts.isEmpty else { return }
        // A failure to write the facts is ignored, because they are in memory and the next run asks for them again.
        try? await gate.run {
            try await self.store.write { store in
                for (key, text) in texts { try store.set(key, text) }
            }
        }
        broadcast.send(.nodeFacts)
    }

    /// Fetches the user's own profile, if it is unknown. The session normally reads it from a member event, but a user who is in no room
    /// yet has no member event.
    private func fetchOwnProfile() async {
        guard !Task.isCancelled, myUser == nil, let userId = try? requireUserId() else { return }
        let request = ProfileRequest(userID: userId)
        guard let answer = try? await sdnRestClient.perform(Endpoints.profile, request, retry: .once) else { return }
        let profile = MXUserProfile(
            userId: userId, displayname: answer.displayname, avatarUrl: AvatarAddress.checked(answer.avatarURL))
        try? await gate.run {
            guard self.myUser == nil else { return }
            try await self.store.write { try $0.save(profile) }
            self.shared.withLock { $0.users[profile.userId] = self.makeUser(profile) }
        }
    }
}
