import SDNClient
import SDNSession
import SDNValues

// The closure forms of a room's settings. Each calls the async method of the same name through `ClosureAdapter`.
extension MXRoom {
    /// The closure form of ``/SDNSession/MXRoom/setAvatar(url:)``.
    @discardableResult
    public func setAvatar(url: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setAvatar(url: url) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setHistoryVisibility(_:)``.
    @discardableResult
    public func setHistoryVisibility(
        _ visibility: MXRoomHistoryVisibility, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setHistoryVisibility(visibility) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setJoinRule(_:)``.
    @discardableResult
    public func setJoinRule(_ rule: MXRoomJoinRule, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.setJoinRule(rule) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setJoinRule(_:parentIds:)``.
    @discardableResult
    public func setJoinRule(
        _ rule: MXRoomJoinRule, parentIds: [String]?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setJoinRule(rule, parentIds: parentIds) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setGuestAccess(_:)``.
    @discardableResult
    public func setGuestAccess(_ access: MXRoomGuestAccess, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.setGuestAccess(access) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setCanonicalAlias(_:)``.
    @discardableResult
    public func setCanonicalAlias(_ alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.setCanonicalAlias(alias) }
    }

    /// The closure form of ``/SDNSession/MXRoom/addAlias(_:)``.
    @discardableResult
    public func addAlias(_ alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.addAlias(alias) }
    }

    /// The closure form of ``/SDNSession/MXRoom/removeAlias(_:)``.
    @discardableResult
    public func removeAlias(_ alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.removeAlias(alias) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setDirectoryVisibility(_:)``.
    @discardableResult
    public func setDirectoryVisibility(
        _ visibility: MXRoomDirectoryVisibility, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.setDirectoryVisibility(visibility) }
    }

    /// The closure form of ``/SDNSession/MXRoom/getDirectoryVisibility()``.
    @discardableResult
    public func getDirectoryVisibility(completion: @escaping @Sendable (MXResponse<MXRoomDirectoryVisibility>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.getDirectoryVisibility() }
    }

    /// The closure form of ``/SDNSession/MXRoom/enableEncryption(withAlgorithm:)``.
    @discardableResult
    public func enableEncryption(
        withAlgorithm algorithm: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.enableEncryption(withAlgorithm: algorithm) }
    }

    /// The closure form of ``/SDNSession/MXRoom/unbanUser(_:)``.
    @discardableResult
    public func unbanUser(_ userId: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        mxSession.sdnRestClient.adapt(completion) { try await self.unbanUser(userId) }
    }

    /// The closure form of ``/SDNSession/MXRoom/setPowerLevel(ofUser:powerLevel:)``.
    @discardableResult
    public func setPowerLevel(
        ofUser userId: String, powerLevel: Int, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) {
            try await self.setPowerLevel(ofUser: userId, powerLevel: powerLevel)
        }
    }

    /// The closure form of ``/SDNSession/MXRoom/reportEvent(_:score:reason:)``.
    @discardableResult
    public func reportEvent(
        _ eventId: String, score: Int, reason: String?, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        mxSession.sdnRestClient.adapt(completion) { try await self.reportEvent(eventId, score: score, reason: reason) }
    }
}
