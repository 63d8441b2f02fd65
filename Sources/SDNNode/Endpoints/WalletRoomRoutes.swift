import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// The endpoints that SendingNetwork's other SDKs call in addition to those of the iOS SDK (SDN sheet 2.2).
struct WalletRoomRoutes: Sendable {
    let rooms: RoomService
    private static let userLimit = 500
    private static let stepLimit = 4_096

    func register(in routes: inout RouteTable) {
        let rooms = rooms, services = rooms.services, userLimit = Self.userLimit
        routes.on(Endpoints.dissolveRoom) { try await rooms.dissolve($0, $1.authenticated()) }
        routes.on(Endpoints.revokeInvite) { try await rooms.revoke($0, services.charged($1)) }
        routes.on(Endpoints.roomByWallet) { request, call in
            try await rooms.directRoom(withWallet: WalletReference(request.address).address, services.charged(call))
        }
        routes.on(Endpoints.directRooms) { request, call in
            let (caller, other) = (try call.authenticated(), try MemberTarget.userID(request.userID, field: "userId"))
            return DirectRoomsResponse(
                roomIDs: try await services.database.read { db in
                    try DirectRooms.shared(by: caller.userID, with: other, in: db)
                })
        }
        routes.on(Endpoints.didsOfUsers) { request, call in
            let caller = try call.authenticated()
            try services.limits.use(.read(user: caller.userID), cost: max(1, min(request.userIDs.count, userLimit)))
            return try await Self.dids(of: request.userIDs, services)
        }
        routes.on(Endpoints.setGuideStep) { request, call in
            let caller = try services.charged(call)
            let step = request.step.serialized()
            guard step.count <= Self.stepLimit else {
                throw WireError(.tooLong, field: "step", reason: "at most \(Self.stepLimit) bytes are allowed")
            }
            try await services.database.write { db in
                try AccessTokens.requireAlive(caller, in: db)
                try GuideStepStore.set(step, of: caller.userID, in: db)
            }
            return EmptyObject()
        }
    }

    /// Returns a map from user ID to the DID and the wallets that have signed for it. Users who are unknown or have no DID are left out.
    private static func dids(of users: [String], _ services: NodeServices) async throws -> RawJSON {
        guard users.count <= userLimit else {
            throw WireError(.tooLong, field: "users", reason: "at most \(userLimit) users can be looked up at once")
        }
        let ids = try Set(users.map { try MemberTarget.userID($0, field: "users") })
        let found = try await services.database.read { db -> JSONObject in
            var found = JSONObject()
            for id in ids {
                guard let text = try AccountStore.did(of: id, in: db) else { continue }
                let wallets =
                    try DIDDirectory.document(of: SDNDID(text), in: db)?.provenAddresses.map(\.checksummed) ?? []
                var facts: JSONObject = ["did": .string(text), "addresses": .array(wallets.map(JSONValue.string))]
                facts["wallet_address"] = wallets.first.map(JSONValue.string)
                found[id] = .object(facts)
            }
            return found
        }
        return RawJSON(assembled: JSONValue.object(found).serialized())
    }
}
