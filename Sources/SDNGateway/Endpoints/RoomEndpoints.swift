import HeraldHTTP
import HeraldJSON
import HeraldKeys
import SDNIdentity
import SDNWire

/// The endpoints of rooms that only SendingNetwork has. The gateway makes them of requests of Matrix, as the user (SDN sheet 8.4).
struct RoomEndpoints: Sendable {
    /// The most users in one look-up of DIDs.
    static let usersPerRequest = 500
    /// The longest time in which one request kicks members.
    static let longestDissolution = Duration.seconds(45)
    private static let root = "/_matrix/client/v3"

    let database: any GatewayDatabase
    let store: DatabaseDIDStore
    let client: HomeserverClient
    let reads: ReadLimits
    let serverName: String

    func register(in table: inout OwnEndpoints) {
        let (store, own) = (store, self)
        table.on(Endpoints.didsOfUsers) { request, call in
            // The request has been counted as one read.
            try own.reads.use(
                .user(call.authenticated()), cost: max(1, min(request.userIDs.count, Self.usersPerRequest) - 1))
            return RawJSON(assembled: try await own.dids(of: request.userIDs).serialized())
        }
        table.on(Endpoints.revokeInvite) { request, call in
            var body: JSONObject = ["user_id": .string(request.userID)]
            body.set("reason", request.reason)
            _ = try await own.ask("POST", own.room(request.roomID, "kick"), .object(body), call)
            return EmptyObject()
        }
        table.on(Endpoints.dissolveRoom) { request, call in
            try await own.dissolve(request.roomIDOrAlias, call)
            return EmptyObject()
        }
        table.on(Endpoints.directRooms) { request, call in
            let other = try UserID(request.userID, field: "userId").text
            return DirectRoomsResponse(roomIDs: Self.rooms(with: other, in: try await own.direct(of: call)))
        }
        table.on(Endpoints.roomByWallet) { request, call in
            let address = try WalletReference(request.address).address
            guard let did = try await store.dids(of: address).first else {
                throw MatrixError(.notFound, "No user of this server has logged in with this wallet.")
            }
            return RoomIDResponse(roomID: try await own.directRoom(with: did, call))
        }
    }

    /// Returns the DIDs and the wallets of users. Users without a DID are left out.
    private func dids(of users: [String]) async throws -> JSONValue {
        guard users.count <= Self.usersPerRequest else {
            throw WireError(
                .tooLong, field: "users", reason: "at most \(Self.usersPerRequest) users can be looked up at once")
        }
        let ids = try Set(users).map { text throws(WireError) in try UserID(text, field: "users") }
        let known = ids.filter { $0.domain == serverName }.compactMap { id in id.did.map { (id, $0) } }
        let wallets = try await database.read { rows in try rows.wallets(of: known.map(\.1)) }
        var found = JSONObject()
        for (id, did) in known {
            guard let texts = wallets[did]?.map({ JSONValue.string($0.checksummed) }) else { continue }
            var facts: JSONObject = ["did": .string(did.text), "addresses": .array(texts)]
            facts["wallet_address"] = texts.first
            found[id.text] = .object(facts)
        }
        return .object(found)
    }

    /// Returns the direct room with the user of a DID, and creates it if there is none. Two simultaneous requests may create two rooms, because the
    /// homeserver has no request that does both in one step.
    private func directRoom(with did: SDNDID, _ call: OwnCall) async throws -> String {
        let user = try call.authenticated(), other = UserID(did: did, domain: serverName).text
        guard other != user else { throw MatrixError(.invalidParam, "address: this wallet is your own.") }
        var direct = try await direct(of: call)
        if let room = Self.rooms(with: other, in: direct).first { return room }
        let created = try await ask(
            "POST", "\(Self.root)/createRoom",
            ["preset": "trusted_private_chat", "invite": [.string(other)], "is_direct": true], call)
        guard let room = created["room_id"]?.stringValue else { throw GatewayFailure.invalidResponse }
        direct[other] = .array((direct[other]?.arrayValue ?? []) + [.string(room)])
        _ = try await ask("PUT", Self.directPath(of: user), .object(direct), call)
        return room
    }

    /// Closes a room, kicks its other members, and then leaves and forgets it. A repeated request goes on where the one before it ended.
    private func dissolve(_ roomIDOrAlias: String, _ call: OwnCall) async throws {
        let user = try call.authenticated(), end = ContinuousClock.now + Self.longestDissolution
        let roomID = try await roomID(of: roomIDOrAlias, call)
        _ = try await ask("PUT", room(roomID, "state/m.room.join_rules"), ["join_rule": "invite"], call)
        let list = "\(Self.root)/directory/list/room/\(PercentEncoding.encodeSegment(roomID))"
        if try await ask("GET", list, nil, call)["visibility"]?.stringValue == "public" {
            _ = try await ask("PUT", list, ["visibility": "private"], call)
        }
        let joined = try await ask("GET", room(roomID, "joined_members"), nil, call)
        var members = (joined["joined"]?.objectValue ?? [:]).map(\.key)
        for membership in ["invite", "knock"] {
            let waiting = try await ask("GET", room(roomID, "members?membership=\(membership)"), nil, call)
            members += (waiting["chunk"]?.arrayValue ?? []).compactMap { $0["state_key"]?.stringValue }
        }
        for member in members where member != user {
            guard ContinuousClock.now < end else {
                throw MatrixError(
                    .limitExceeded, "The room has many members, so repeat the request to go on.",
                    retryAfter: .seconds(1))
            }
            _ = try await ask("POST", room(roomID, "kick"), ["user_id": .string(member)], call)
        }
        _ = try await ask("POST", room(roomID, "leave"), [:], call)
        _ = try await ask("POST", room(roomID, "forget"), [:], call)
    }

    private func roomID(of roomIDOrAlias: String, _ call: OwnCall) async throws -> String {
        guard roomIDOrAlias.hasPrefix("#") else { return roomIDOrAlias }
        let found = try await ask(
            "GET", "\(Self.root)/directory/room/\(PercentEncoding.encodeSegment(roomIDOrAlias))", nil, call)
        guard let roomID = found["room_id"]?.stringValue else { throw GatewayFailure.invalidResponse }
        return roomID
    }

    /// Returns the user's direct rooms, by the other user.
    private func direct(of call: OwnCall) async throws -> JSONObject {
        let path = Self.directPath(of: try call.authenticated())
        let answer = try await client.ask("GET", path, token: call.token)
        return answer.status == 404 ? [:] : try HomeserverClient.success(answer)
    }

    private static func rooms(with user: String, in direct: JSONObject) -> [String] {
        (direct[user]?.arrayValue ?? []).compactMap(\.stringValue)
    }

    private static func directPath(of user: String) -> String {
        "\(root)/user/\(PercentEncoding.encodeSegment(user))/account_data/m.direct"
    }

    private func room(_ roomID: String, _ action: String) -> String {
        "\(Self.root)/rooms/\(PercentEncoding.encodeSegment(roomID))/\(action)"
    }

    private func ask(_ method: String, _ path: String, _ body: JSONValue?, _ call: OwnCall) async throws -> JSONObject {
        try HomeserverClient.success(
            try await client.ask(method, path, token: call.token, body: body?.serialized()))
    }
}
