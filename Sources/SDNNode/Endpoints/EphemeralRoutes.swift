import HeraldJSON
import SDNWire

/// The endpoints of receipts, read markers, typing and presence (SDN sheet 5.8 and 7.2).
struct EphemeralRoutes: Sendable {
    let services: NodeServices
    private var ephemeral: EphemeralService { EphemeralService(services: services) }
    private static let messageLimit = 1_000

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.typing) { try await own.setTyping($0, $1.authenticated()) }
        routes.on(Endpoints.receipt) { try await own.receipt($0, $1.authenticated()) }
        routes.on(Endpoints.readMarkers) { try await own.readMarkers($0, $1.authenticated()) }
        routes.on(Endpoints.presence) { try await own.presence($0, $1.authenticated()) }
        routes.on(Endpoints.setPresence) { try await own.setPresence($0, $1.authenticated()) }
    }

    private func setTyping(_ request: TypingRequest, _ caller: Caller) async throws -> EmptyObject {
        try RoomService.requireSelf(request.userID, caller)
        try await ephemeral.setTyping(caller, request.isTyping, for: request.timeout, in: request.roomID)
        return EmptyObject()
    }

    private func receipt(_ request: ReceiptRequest, _ caller: Caller) async throws -> EmptyObject {
        if let thread = request.threadID {
            guard request.kind != .fullyRead else {
                throw WireError(.invalid, field: "thread_id", reason: "a read marker is for the whole room")
            }
            guard !thread.isEmpty else { throw WireError(.invalid, field: "thread_id", reason: "must not be empty") }
            _ = try StoredText.checked(thread, field: "thread_id")
        }
        try await ephemeral.move(
            [(request.kind, request.eventID)], thread: request.threadID ?? ReceiptStore.wholeRoom, in: request.roomID,
            of: caller)
        return EmptyObject()
    }

    private func readMarkers(_ request: ReadMarkersRequest, _ caller: Caller) async throws -> EmptyObject {
        let marks: [(ReceiptKind, String?)] = [
            (.fullyRead, request.fullyRead), (.read, request.read), (.readPrivate, request.readPrivate),
        ]
        try await ephemeral.move(
            marks.compactMap { kind, id in id.map { (kind, $0) } }, thread: ReceiptStore.wholeRoom, in: request.roomID,
            of: caller)
        return EmptyObject()
    }

    private func presence(_ request: PresenceRequest, _ caller: Caller) async throws -> PresenceResponse {
        guard try await ephemeral.maySeePresence(caller, of: request.userID) else {
            throw MatrixError(.forbidden, "You may not see the presence of this user.")
        }
        try await services.live.endWhatIsOver()
        return (services.live.presence(of: request.userID) ?? PresenceList.Status()).content(now: services.live.now)
    }

    private func setPresence(_ request: SetPresenceRequest, _ caller: Caller) async throws -> EmptyObject {
        try RoomService.requireSelf(request.userID, caller)
        let message = request.statusMessage.flatMap { $0.isEmpty ? nil : $0 }
        if let message, message.utf8.count > Self.messageLimit {
            throw WireError(.tooLong, field: "status_msg", reason: "at most \(Self.messageLimit) bytes are allowed")
        }
        let before = services.live.presence(of: caller.userID)
        if before?.state != request.presence || before?.message != message {
            try services.limits.use(.presence(user: caller.userID))
        }
        try await services.live.setPresence(caller.userID, request.presence, message: message)
        return EmptyObject()
    }
}
