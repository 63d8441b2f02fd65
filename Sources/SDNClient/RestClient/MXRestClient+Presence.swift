import SDNValues
import SDNWire

extension MXRestClient {
    /// Sets the user's presence (SDN sheet 3.2 and 5.8).
    ///
    /// A node also takes the presence from each sync. To keep a presence, pass it to
    /// ``sync(fromToken:serverTimeout:clientTimeout:setPresence:filterId:)`` too.
    /// - Parameters:
    ///   - presence: any presence except ``/SDNValues/MXPresence/unknown``.
    ///   - statusMessage: the text that others see beside it; `nil` clears it.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `invalidArgument` for ``/SDNValues/MXPresence/unknown``.
    public func setPresence(_ presence: MXPresence, statusMessage: String? = nil) async throws {
        let endpoint = Endpoints.setPresence
        guard let state = PresenceState(rawValue: presence.identifier) else {
            throw SDNSDKError(
                .invalidArgument, field: "presence", endpoint: endpoint.name,
                reason: "expected online, unavailable or offline")
        }
        _ = try await perform(
            endpoint,
            SetPresenceRequest(userID: ownUserId(endpoint.name), presence: state, statusMessage: statusMessage))
    }

    /// Returns a user's presence.
    /// - Throws: ``/SDNValues/MXError/forbidden`` for a user who shares no room with the client's own user.
    public func presence(forUser userId: String) async throws -> MXPresenceResponse {
        let answer = try await perform(Endpoints.presence, PresenceRequest(userID: userId))
        return MXPresenceResponse(
            presence: MXPresence(identifier: answer.presence),
            lastActiveAgo: answer.lastActiveAgo.map { UInt(clamping: $0.milliseconds) },
            currentlyActive: answer.isCurrentlyActive, statusMessage: answer.statusMessage)
    }
}
