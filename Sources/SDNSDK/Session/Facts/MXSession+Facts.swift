import SDNWire
import Synchronization

extension MXSession {
    /// The versions of the client API that the node speaks; `nil` until it was asked once. Kept in the store.
    public var supportedSDNVersions: MXSDNVersions? { shared.withLock { $0.facts.versions } }
    /// What the node can do; `nil` until it was asked once. Kept in the store.
    public var nodeCapabilities: MXCapabilities? { shared.withLock { $0.facts.capabilities } }
    /// What the domain says about its node; `nil` until it was asked once, and when it says nothing. Kept in the store.
    public var nodeWellknown: MXWellKnown? { shared.withLock { $0.facts.wellKnown } }
    /// The largest file that the node takes, in bytes; -1 when it is not known, `Int.max` when the node names no limit. Kept in the store.
    public var maxUploadSize: Int { shared.withLock { $0.facts.maxUploadSize } ?? -1 }

    /// Asks the node about itself, all at once and beside the first sync, which does not wait for it. What fails is asked again in the
    /// next run.
    func fetchFacts() {
        shared.withLock { shared in
            guard !shared.facts.areFresh, shared.factsTask == nil else { return }
            shared.factsTask = Task.detached { [weak self, client = sdnRestClient] in
                async let versions = try? client.call(Endpoints.versions, NoInput(), retry: .once) { MXSDNVersions(try VersionsResponse(document: $0)) }
                async let capabilities = try? client.perform(Endpoints.capabilities, NoInput(), as: MXCapabilities.self, retry: .once)
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
        // They are in memory; the next run asks again, so it is no loss when the store does not take them.
        try? await gate.run {
            try await self.store.write { store in
                for (key, text) in texts { try store.set(key, text) }
            }
        }
        broadcast.send(.nodeFacts)
    }

    /// A user who is in no room yet has no member event to be known by.
    private func fetchOwnProfile() async {
        guard !Task.isCancelled, myUser == nil else { return }
        let request = ProfileRequest(userID: myUserId)
        guard let answer = try? await sdnRestClient.perform(Endpoints.profile, request, retry: .once) else { return }
        let profile = MXUserProfile(userId: myUserId, displayname: answer.displayname, avatarUrl: answer.avatarURL)
        try? await gate.run {
            guard self.myUser == nil else { return }
            try await self.store.write { try $0.save(profile) }
            self.shared.withLock { $0.users[profile.userId] = self.makeUser(profile) }
        }
    }
}
