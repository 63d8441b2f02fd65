import HeraldJSON
import HeraldLocks
import SDNClient
import SDNValues
import SDNWire

/// A user's request to join a room, a knock.
public struct MXJoinRequest: Sendable, Hashable, Identifiable {
    /// The ID of the event of the request. A new request of the same user has another ID.
    public let id: String
    /// The user who wants to join.
    public let userId: String
    /// The user's name in the request.
    public let displayName: String?
    /// The user's avatar, an `mxc://` URL.
    public let avatarUrl: String?
    /// The user's reason.
    public let reason: String?
    /// The time of the request, in milliseconds since 1970.
    public let originServerTs: UInt64

    init?(_ member: MXRoomMember) {
        guard member.membership == .knock else { return nil }
        let event = member.originalEvent
        id = event.eventId
        userId = member.userId
        displayName = member.displayname
        avatarUrl = member.avatarUrl
        reason = event.content["reason"]?.stringValue
        originServerTs = event.originServerTs
    }
}

extension MXRoom {
    /// Returns the room's open requests to join as a stream: the current list, oldest first, and then a new list after each change, until the room is
    /// left or the session is closed. A slow reader gets only the newest list. The first list has the requests that this device knows;
    /// the members that lazy loading left out are then loaded from the node. If it cannot be reached, they are loaded after a later sync.
    ///
    /// ```swift
    /// for await requests in room.joinRequests() {
    ///     for request in requests { print(request.displayName ?? request.userId, request.reason ?? "") }
    /// }
    /// ```
    public func joinRequests() -> AsyncStream<[MXJoinRequest]> {
        let (stream, continuation) = AsyncStream<[MXJoinRequest]>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let changes = summaryUpdates()
        // The task keeps the room alive only while it computes a list.
        let task = Task { [weak self] in
            var last: [MXJoinRequest]?
            if let requests = try? await self?.openJoinRequests() {
                last = requests
                continuation.yield(requests)
            }
            let loading = Task { [weak self] in
                guard let updates = self?.mxSession.updates(), await self?.hasMissingMembers() == true else { return }
                for await case .synced in updates {
                    guard await self?.hasMissingMembers() == true else { return }
                }
            }
            defer { loading.cancel() }
            for await _ in changes {
                guard let requests = try? await self?.openJoinRequests(), requests != last else { continue }
                last = requests
                continuation.yield(requests)
            }
            continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
        return stream
    }

    /// Accepts a request to join: invites the user.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the user's power level is too low.
    public func accept(_ request: MXJoinRequest) async throws { try await invite(.userId(request.userId)) }

    /// Declines a request to join. The user may ask again.
    /// - Throws: the errors of ``kickUser(_:reason:)``.
    public func decline(_ request: MXJoinRequest, reason: String? = nil) async throws {
        try await kickUser(request.userId, reason: reason)
    }

    /// Declines a request to join, and bans the user.
    /// - Throws: the errors of ``banUser(_:reason:)``.
    public func declineAndBan(_ request: MXJoinRequest, reason: String? = nil) async throws {
        try await banUser(request.userId, reason: reason)
    }

    /// Loads the members that lazy loading left out.
    /// - Returns: true when the node could not be asked, so that a later try may load them.
    private func hasMissingMembers() async -> Bool {
        guard !summary.hasLoadedAllRoomMembers else { return false }
        do {
            _ = try await members()
            return false
        } catch {
            return MXRoom.mayPass(error)
        }
    }

    /// True when the node could not be reached or failed, so that the same request may succeed after a later sync.
    static func mayPass(_ error: any Error) -> Bool {
        if let error = error as? MXError { return error.httpStatus.map { $0 >= 500 || $0 == 429 } ?? false }
        guard let error = error as? SDNSDKError else { return false }
        return [.unknownHost, .cannotConnect, .connectionLost, .timedOut, .httpStatus].contains(error.code)
    }

    /// Reads the members after the sync that is being processed.
    private func openJoinRequests() async throws -> [MXJoinRequest] {
        let state = try await mxSession.gate.run { try await self.liveTimeline.loadState() }
        return state.members.members(with: .knock).compactMap(MXJoinRequest.init).sorted {
            ($0.originServerTs, $0.id) < ($1.originServerTs, $1.id)
        }
    }
}
