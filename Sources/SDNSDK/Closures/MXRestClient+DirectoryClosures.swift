import SDNClient
import SDNValues

/// Closure forms of the calls for aliases and the public room list (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/addAlias(forRoom:alias:)``.
    @discardableResult
    public func addAlias(
        forRoom roomId: String, alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.addAlias(forRoom: roomId, alias: alias) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/removeRoomAlias(_:)``.
    @discardableResult
    public func removeRoomAlias(_ alias: String, completion: @escaping @Sendable (MXResponse<Void>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.removeRoomAlias(alias) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/resolveRoomAlias(_:)``.
    @discardableResult
    public func resolveRoomAlias(
        _ alias: String, completion: @escaping @Sendable (MXResponse<MXRoomAliasResolution>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.resolveRoomAlias(alias) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/setDirectoryVisibility(ofRoom:directoryVisibility:)``.
    @discardableResult
    public func setDirectoryVisibility(
        ofRoom roomId: String, directoryVisibility: MXRoomDirectoryVisibility,
        completion: @escaping @Sendable (MXResponse<Void>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) {
            try await self.setDirectoryVisibility(ofRoom: roomId, directoryVisibility: directoryVisibility)
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/directoryVisibility(ofRoom:)``.
    @discardableResult
    public func directoryVisibility(
        ofRoom roomId: String, completion: @escaping @Sendable (MXResponse<MXRoomDirectoryVisibility>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.directoryVisibility(ofRoom: roomId) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/roomSummary(with:via:)``.
    @discardableResult
    public func roomSummary(
        with roomIdOrAlias: String, via: [String], completion: @escaping @Sendable (MXResponse<MXPublicRoom>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.roomSummary(with: roomIdOrAlias, via: via) }
    }
}
