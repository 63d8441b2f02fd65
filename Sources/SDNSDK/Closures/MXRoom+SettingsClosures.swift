import SDNClient
import SDNSession
import SDNValues

// The closure forms of a room's settings. Each calls the async method of the same name through the one adapter.
extension MXRoom {
    /// The closure form of ``setAvatar(url:)``.
    @discardableResult
    public func setAvatar(url: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setAvatar(url: url) }
    }

    /// The closure form of ``setHistoryVisibility(_:)``.
    @discardableResult
    public func setHistoryVisibility(
        _ visibility: MXRoomHistoryVisibility, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setHistoryVisibility(visibility) }
    }

    /// The closure form of ``setJoinRule(_:)``.
    @discardableResult
    public func setJoinRule(_ rule: MXRoomJoinRule, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.setJoinRule(rule) }
    }

    /// The closure form of ``setJoinRule(_:parentIds:)``.
    @discardableResult
    public func setJoinRule(
        _ rule: MXRoomJoinRule, parentIds: [String]?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setJoinRule(rule, parentIds: parentIds) }
    }

    /// The closure form of ``setGuestAccess(_:)``.
    @discardableResult
    public func setGuestAccess(_ access: MXRoomGuestAccess, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.setGuestAccess(access) }
    }

    /// The closure form of ``setCanonicalAlias(_:)``.
    @discardableResult
    public func setCanonicalAlias(_ alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.setCanonicalAlias(alias) }
    }

    /// The closure form of ``addAlias(_:)``.
    @discardableResult
    public func addAlias(_ alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.addAlias(alias) }
    }

    /// The closure form of ``removeAlias(_:)``.
    @discardableResult
    public func removeAlias(_ alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.removeAlias(alias) }
    }

    /// The closure form of ``setDirectoryVisibility(_:)``.
    @discardableResult
    public func setDirectoryVisibility(
        _ visibility: MXRoomDirectoryVisibility, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setDirectoryVisibility(visibility) }
    }

    /// The closure form of ``getDirectoryVisibility()``.
    @discardableResult
    public func getDirectoryVisibility(completion: @escaping @Sendable (MXResponse<MXRoomDirectoryVisibility>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.getDirectoryVisibility() }
    }

    /// The closure form of ``enableEncryption(withAlgorithm:)``.
    @discardableResult
    public func enableEncryption(
        withAlgorithm algorithm: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.enableEncryption(withAlgorithm: algorithm) }
    }

    /// The closure form of ``unbanUser(_:)``.
    @discardableResult
    public func unbanUser(_ userId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.unbanUser(userId) }
    }

    /// The closure form of ``setPowerLevel(ofUser:powerLevel:)``.
    @discardableResult
    public func setPowerLevel(
        ofUser userId: String, powerLevel: Int, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) {
            try await self.setPowerLevel(ofUser: userId, powerLevel: powerLevel)
        }
    }

    /// The closure form of ``reportEvent(_:score:reason:)``.
    @discardableResult
    public func reportEvent(
        _ eventId: String, score: Int, reason: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.reportEvent(eventId, score: score, reason: reason) }
    }
}
