import HeraldJSON
import SDNWire

/// The endpoints that look for messages and users.
struct SearchRoutes: Sendable {
    let rooms: RoomService

    func register(in routes: inout RouteTable) {
        let rooms = rooms
        // Looking is reading, but it may cost more than a write.
        routes.onLong(Endpoints.search) { try await rooms.search($0, rooms.services.charged($1)) }
        routes.on(Endpoints.searchUsers) { request, call in
            let caller = try rooms.services.charged(call)
            return RawJSON(assembled: try await rooms.read { db in try UserDirectory.search(request, by: caller.userID, in: db) }.serialized())
        }
    }
}
