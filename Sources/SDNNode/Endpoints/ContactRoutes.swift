import HeraldJSON
import SDNWire

/// The endpoints of contacts and of the meeting server's address (SDN sheet 2.1).
struct ContactRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let services = services
        routes.on(Endpoints.contactsList) { request, call in
            let user = try Self.own(request.userID, call.authenticated())
            return try await call.buildLarge(upTo: ContactStore.bytesPerUser) {
                RawJSON(
                    assembled: try await services.database.read { db in try ContactStore.list(of: user, in: db) }
                        .serialized())
            }
        }
        routes.on(Endpoints.setContact) { request, call in
            let caller = try services.charged(call), user = try Self.own(request.userID, caller)
            let (id, tags, now) = (
                try ContactStore.checkedID(request), try ContactStore.checkedTags(request.tags), services.now()
            )
            try await services.database.write { db in
                try AccessTokens.requireAlive(caller, in: db)
                try ContactStore.set(id, isRoom: request.isRoom, tags: tags, of: user, now: now, in: db)
            }
            return EmptyObject()
        }
        routes.on(Endpoints.removeContact) { request, call in
            let user = try Self.own(request.userID, services.charged(call))
            let id = try ContactStore.checkedID(request)
            try await services.database.write { db in
                try ContactStore.remove(id, isRoom: request.isRoom, of: user, in: db)
            }
            return EmptyObject()
        }
        routes.on(Endpoints.isContact) { request, call in
            let user = try Self.own(request.userID, call.authenticated())
            let id = try ContactStore.checkedID(request)
            return IsContactResponse(
                isContact: try await services.database.read { db in
                    try ContactStore.contains(id, isRoom: request.isRoom, of: user, in: db)
                })
        }
        routes.on(Endpoints.meetingServer) { _, _ in
            guard let url = services.configuration.meetingServerURL else {
                throw MatrixError(.notFound, "This node has no meeting server.")
            }
            return MeetingServerResponse(url: url)
        }
    }

    /// - Throws: `M_FORBIDDEN` if the contacts belong to another user.
    private static func own(_ userID: String, _ caller: Caller) throws -> String {
        guard try UserID(userID, field: "userId").text == caller.userID else {
            throw MatrixError(.forbidden, "Only your own contacts can be seen and changed.")
        }
        return caller.userID
    }
}
