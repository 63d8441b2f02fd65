import HeraldJSON
import SDNWire

/// The endpoints that search for messages and users.
struct SearchRoutes: Sendable {
    let rooms: RoomService

    func register(in routes: inout RouteTable) {
        let rooms = rooms
        // A search only reads, but it may cost more than a write. It therefore counts as one.
        routes.onLong(Endpoints.search) { try await rooms.search($0, rooms.services.charged($1)) }
        routes.on(Endpoints.searchUsers) { request, call in
            let caller = try rooms.services.charged(call)
            return RawJSON(
                assembled: try await rooms.read { db in try UserDirectory.search(request, by: caller.userID, in: db) }
                    .serialized())
        }
    }
}
