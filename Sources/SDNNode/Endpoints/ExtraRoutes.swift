import HeraldJSON
import SDNWire

/// The endpoints of reports and OpenID, and those that clients call although this node has no such service: call relays and bridges (SDN sheet 3.2
/// and 7.2).
struct ExtraRoutes: Sendable {
    let rooms: RoomService

    func register(in routes: inout RouteTable) {
        let rooms = rooms, services = rooms.services, openID = OpenIDTokens(services: services)
        routes.on(Endpoints.reportEvent) { try await rooms.report($0, services.charged($1)) }
        routes.on(Endpoints.openIDToken) { try await openID.make($0, services.charged($1)) }
        routes.on(Endpoints.openIDUserInfo) { try await openID.user($0, $1) }
        routes.on(Endpoints.turnServer) { _, _ in RawJSON(assembled: Array("{}".utf8)) }
        routes.on(Endpoints.thirdPartyProtocols) { _, _ in RawJSON(assembled: Array("{}".utf8)) }
        routes.on(Endpoints.thirdPartyUsers) { _, _ in RawJSON(assembled: Array("[]".utf8)) }
    }
}
