import HeraldJSON
import SDNWire

/// The endpoints of rooms, history, directory, filters, sync and account data.
enum RoomRoutes {
    static func register(in routes: inout RouteTable, services: NodeServices) {
        let rooms = RoomService(services: services)
        registerMembership(in: &routes, rooms)
        registerSending(in: &routes, rooms)
        registerReading(in: &routes, rooms)
        registerDirectory(in: &routes, rooms)
        registerSync(in: &routes, rooms)
        registerAccountData(in: &routes, rooms)
        SearchRoutes(rooms: rooms).register(in: &routes)
        WalletRoomRoutes(rooms: rooms).register(in: &routes)
        ExtraRoutes(rooms: rooms).register(in: &routes)
    }

    private static func registerMembership(in routes: inout RouteTable, _ rooms: RoomService) {
        routes.on(Endpoints.createRoom) { try await rooms.createRoom($0, $1.authenticated()) }
        routes.on(Endpoints.joinByIDOrAlias) { try await rooms.join($0, $1.authenticated()) }
        routes.on(Endpoints.joinRoom) { try await rooms.join($0, $1.authenticated()) }
        routes.on(Endpoints.upgradeRoom) { try await rooms.upgrade($0, $1.authenticated()) }
        routes.on(Endpoints.knock) { try await rooms.knock($0, $1.authenticated()) }
        routes.on(Endpoints.leaveRoom) { try await rooms.leave($0, $1.authenticated()) }
        routes.on(Endpoints.forgetRoom) { try await rooms.forget($0, $1.authenticated()) }
        routes.on(Endpoints.invite) { try await rooms.invite($0, $1.authenticated()) }
        routes.on(Endpoints.kick) { try await rooms.kick($0, $1.authenticated()) }
        routes.on(Endpoints.ban) { try await rooms.ban($0, $1.authenticated()) }
        routes.on(Endpoints.unban) { try await rooms.unban($0, $1.authenticated()) }
        routes.on(Endpoints.joinedRooms) { _, call in try await rooms.joinedRooms(call.authenticated()) }
    }

    private static func registerSending(in routes: inout RouteTable, _ rooms: RoomService) {
        routes.on(Endpoints.sendEvent) { try await rooms.send($0, $1.authenticated()) }
        routes.on(Endpoints.sendEventOnce) { try await rooms.send($0, $1.authenticated()) }
        routes.on(Endpoints.setState) { try await rooms.setState($0, $1.authenticated()) }
        routes.on(Endpoints.redact) { try await rooms.redact($0, $1.authenticated()) }
        routes.on(Endpoints.redactOnce) { try await rooms.redact($0, $1.authenticated()) }
    }

    private static func registerReading(in routes: inout RouteTable, _ rooms: RoomService) {
        routes.onLong(Endpoints.roomState) { try await rooms.state($0, $1.authenticated()) }
        routes.on(Endpoints.stateContent) { try await rooms.stateContent($0, $1.authenticated()) }
        routes.onLong(Endpoints.members) { try await rooms.members($0, $1.authenticated()) }
        routes.onLong(Endpoints.joinedMembers) { try await rooms.joinedMembers($0, $1.authenticated()) }
        routes.on(Endpoints.messages) { try await rooms.messages($0, $1.authenticated()) }
        routes.on(Endpoints.roomEvent) { try await rooms.event($0, $1.authenticated()) }
        routes.onLong(Endpoints.eventContext) { try await rooms.context($0, $1.authenticated()) }
        for endpoint in [Endpoints.relations, Endpoints.relationsOfKind, Endpoints.relationsOfType] {
            routes.on(endpoint) { try await rooms.relations($0, $1.authenticated()) }
        }
        routes.on(Endpoints.threads) { try await rooms.threads($0, $1.authenticated()) }
        routes.on(Endpoints.hierarchy) { try await rooms.hierarchy($0, $1.authenticated()) }
        routes.on(Endpoints.roomSummary) { try await rooms.summary($0, $1) }
        routes.on(Endpoints.event) { try await rooms.event($0, $1.authenticated()) }
        routes.onLong(Endpoints.roomInitialSync) { try await rooms.initialSync($0, $1.authenticated()) }
        routes.on(Endpoints.eventAtTime) { try await rooms.eventAtTime($0, $1.authenticated()) }
    }

    private static func registerDirectory(in routes: inout RouteTable, _ rooms: RoomService) {
        routes.on(Endpoints.publicRooms) { request, _ in try await rooms.publicRooms(request) }
        routes.on(Endpoints.searchPublicRooms) { request, _ in try await rooms.publicRooms(request) }
        routes.on(Endpoints.roomAlias) { request, _ in try await rooms.resolveAlias(request) }
        routes.on(Endpoints.addRoomAlias) { try await rooms.addAlias($0, $1.authenticated()) }
        routes.on(Endpoints.removeRoomAlias) { try await rooms.removeAlias($0, $1.authenticated()) }
        routes.on(Endpoints.roomAliases) { try await rooms.aliases($0, $1.authenticated()) }
        routes.on(Endpoints.directoryVisibility) { request, _ in try await rooms.directoryVisibility(request) }
        routes.on(Endpoints.setDirectoryVisibility) { try await rooms.setDirectoryVisibility($0, $1.authenticated()) }
    }

    private static func registerSync(in routes: inout RouteTable, _ rooms: RoomService) {
        routes.onLong(Endpoints.sync, waits: true) {
            try await rooms.sync($0, $1.authenticated(), isSDN: $1.root == .api)
        }
        routes.onLong(Endpoints.eventStream, waits: true) { try await rooms.events($0, $1.authenticated()) }
        routes.onLong(Endpoints.initialSync) { try await rooms.initialSync($0, $1.authenticated()) }
        routes.on(Endpoints.peek) { try await rooms.peek($0, $1.authenticated()) }
        routes.on(Endpoints.unpeek) { try await rooms.unpeek($0, $1.authenticated()) }
        routes.on(Endpoints.setFilter) { try await rooms.setFilter($0, $1.authenticated()) }
        routes.on(Endpoints.filter) { try await rooms.filter($0, $1.authenticated()) }
    }

    private static func registerAccountData(in routes: inout RouteTable, _ rooms: RoomService) {
        routes.on(Endpoints.accountData) { try await rooms.accountData($0, $1.authenticated()) }
        routes.on(Endpoints.roomAccountData) { try await rooms.accountData($0, $1.authenticated()) }
        routes.on(Endpoints.setAccountData) { try await rooms.setAccountData($0, $1.authenticated()) }
        routes.on(Endpoints.setRoomAccountData) { try await rooms.setAccountData($0, $1.authenticated()) }
        let deletions = [
            Endpoints.deleteAccountData, Endpoints.deleteAccountDataOfMatrix, Endpoints.deleteRoomAccountData,
            Endpoints.deleteRoomAccountDataOfMatrix,
        ]
        for endpoint in deletions { routes.on(endpoint) { try await rooms.deleteAccountData($0, $1.authenticated()) } }
        routes.on(Endpoints.tags) { try await rooms.tags($0, $1.authenticated()) }
        routes.on(Endpoints.addTag) { try await rooms.addTag($0, $1.authenticated()) }
        routes.on(Endpoints.removeTag) { try await rooms.removeTag($0, $1.authenticated()) }
    }
}

/// The endpoints that search for messages and users.
struct SearchRoutes: Sendable {
    let rooms: RoomService

    func register(in routes: inout RouteTable) {
        let rooms = rooms
        // A search only reads, but it may cost more than a write. It therefore counts as a write.
        routes.onLong(Endpoints.search) { try await rooms.search($0, rooms.services.charged($1)) }
        routes.on(Endpoints.searchUsers) { request, call in
            let caller = try rooms.services.charged(call)
            return RawJSON(
                assembled: try await rooms.read { db in try UserDirectory.search(request, by: caller.userID, in: db) }
                    .serialized())
        }
    }
}

/// The endpoints of reports and OpenID (SDN sheet 3.2 and 7.2). Also the endpoints of call relays and bridges, and the list of an account's email
/// addresses and telephone numbers: the node has none of them, but clients call these endpoints.
struct ExtraRoutes: Sendable {
    let rooms: RoomService

    func register(in routes: inout RouteTable) {
        let rooms = rooms, services = rooms.services, openID = OpenIDTokens(services: services)
        routes.on(Endpoints.reportEvent) { try await rooms.report($0, services.charged($1)) }
        routes.on(Endpoints.reportRoom) { try await rooms.report($0, services.charged($1)) }
        routes.on(Endpoints.reportUser) { try await rooms.report($0, services.charged($1)) }
        routes.on(Endpoints.openIDToken) { try await openID.make($0, services.charged($1)) }
        routes.on(Endpoints.openIDUserInfo) { try await openID.user($0, $1) }
        routes.on(Endpoints.turnServer) { _, _ in RawJSON(assembled: Array("{}".utf8)) }
        routes.on(Endpoints.thirdPartyProtocols) { _, _ in RawJSON(assembled: Array("{}".utf8)) }
        routes.on(Endpoints.thirdPartyUsers) { _, _ in RawJSON(assembled: Array("[]".utf8)) }
        routes.on(Endpoints.thirdPartyIdentifiers) { _, _ in RawJSON(assembled: Array(#"{"threepids":[]}"#.utf8)) }
    }
}
