import HeraldJSON
import SDNWire

/// The endpoints under `/_herald/operator/v1`, for the node's operator (docs/node.md). They need the operator's token.
struct OperatorRoutes: Sendable {
    let users: AdministeredUsers
    let locks: AccountLocks
    let rooms: AdministeredRooms
    let media: AdministeredMedia
    let reports: AdministeredReports

    func register(in routes: inout RouteTable) {
        registerUsers(in: &routes)
        registerRooms(in: &routes)
        registerMedia(in: &routes)
        registerReports(in: &routes)
    }

    private static let lockActions: [(action: String, kind: AccountLocks.Kind, isOn: Bool)] = [
        ("lock", .lock, true), ("unlock", .lock, false), ("suspend", .suspension, true),
        ("unsuspend", .suspension, false),
    ]

    private func registerUsers(in routes: inout RouteTable) {
        let users = users, media = media, locks = locks
        routes.onOperator(.get, "users") { parts, _ in try await users.list(OperatorPage(parts)) }
        routes.onOperator(.get, "users/{userId}") { parts, _ in
            try await users.details(of: parts.pathValue("userId"))
        }
        for (action, kind, isOn) in Self.lockActions {
            routes.onOperator(.post, "users/{userId}/" + action) { parts, _ in
                try await locks.set(kind, isOn, parts.pathValue("userId"))
                return [:]
            }
        }
        routes.onOperator(.post, "users/{userId}/deactivate") { parts, body in
            try await users.deactivate(
                parts.pathValue("userId"), erases: body.optionalBool("erase") ?? false)
            return [:]
        }
        routes.onOperator(.post, "users/{userId}/password") { parts, body in
            try await users.setPassword(
                body.string("password"), of: parts.pathValue("userId"),
                endsSessions: body.optionalBool("logout_devices") ?? true)
            return [:]
        }
        routes.onOperator(.post, "users/{userId}/logout") { parts, body in
            let device = try body.optionalString("device_id")
            try await users.logOut(device.map { [$0] }, of: parts.pathValue("userId"))
            return [:]
        }
        routes.onOperator(.post, "users/{userId}/media/quarantine") { parts, _ in
            ["quarantined": .int(Int64(try await media.quarantine(filesOf: parts.pathValue("userId"))))]
        }
        routes.onOperator(.delete, "users/{userId}/media") { parts, _ in
            ["deleted": .int(Int64(try await media.delete(filesOf: parts.pathValue("userId"))))]
        }
    }

    private func registerRooms(in routes: inout RouteTable) {
        let rooms = rooms, media = media
        routes.onOperator(.get, "rooms") { parts, _ in try await rooms.list(OperatorPage(parts)) }
        routes.onOperator(.get, "rooms/{roomId}") { parts, _ in
            try await rooms.details(of: parts.pathValue("roomId"))
        }
        routes.onOperator(.post, "rooms/{roomId}/purge") { parts, body in
            let cutoff: AdministeredRooms.Cutoff
            switch (try body.optionalString("before_event"), try body.optionalInt("before_time")) {
            case (let event?, nil): cutoff = .event(event)
            case (nil, let time?): cutoff = .time(Timestamp(milliseconds: time))
            default:
                throw WireError(
                    .missing, field: "before_event", reason: "give one of before_event and before_time")
            }
            return ["pending": .bool(try await rooms.purge(parts.pathValue("roomId"), before: cutoff))]
        }
        routes.onOperator(.post, "rooms/{roomId}/close") { parts, body in
            let purges = try body.optionalBool("purge") ?? false
            return ["pending": .bool(try await rooms.close(parts.pathValue("roomId"), purges: purges))]
        }
        routes.onOperator(.post, "rooms/{roomId}/media/quarantine") { parts, _ in
            ["quarantined": .int(Int64(try await media.quarantine(filesIn: parts.pathValue("roomId"))))]
        }
    }

    private func registerMedia(in routes: inout RouteTable) {
        let media = media
        routes.onOperator(.get, "media") { parts, _ in
            try await media.list(OperatorPage(parts), of: parts.query["user"])
        }
        routes.onOperator(.delete, "media/{mediaId}") { parts, _ in
            try await media.delete(parts.pathValue("mediaId"), of: parts.query["server_name"])
            return [:]
        }
        routes.onOperator(.post, "media/{mediaId}/quarantine") { parts, _ in
            try await media.setQuarantined(true, parts.pathValue("mediaId"), of: parts.query["server_name"])
            return [:]
        }
        routes.onOperator(.post, "media/{mediaId}/release") { parts, _ in
            try await media.setQuarantined(false, parts.pathValue("mediaId"), of: parts.query["server_name"])
            return [:]
        }
    }

    private func registerReports(in routes: inout RouteTable) {
        let reports = reports
        routes.onOperator(.get, "reports") { parts, _ in try await reports.list(OperatorPage(parts)) }
        routes.onOperator(.delete, "reports/{reportId}") { parts, _ in
            try await reports.delete(parts.pathValue("reportId"))
            return [:]
        }
    }
}

extension RouteTable {
    /// Serves an endpoint of the operator.
    fileprivate mutating func onOperator(
        _ method: HTTPMethod, _ path: String,
        _ handler: @escaping @Sendable (RequestParts, JSONReader) async throws -> JSONValue
    ) {
        let endpoint = Endpoint<PlainRequest, RawJSON>(
            method, .bare, "_herald/operator/v1/" + path, access: .open, limit: .unlimited, history: .server("Herald"))
        addForOperator(
            endpoint,
            .json { parts, _ in LongAnswer(try await handler(parts, try parts.object()).serialized()) })
    }
}
