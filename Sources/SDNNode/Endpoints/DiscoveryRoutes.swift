import HeraldJSON
import SDNWire

/// The endpoints that a client calls first: versions, capabilities and the address of the API (SDN sheet 7.2).
struct DiscoveryRoutes: Sendable {
    /// True if users can register with a password. They can then also change it.
    let changesPasswords: Bool
    /// True if the caller is an administrator, who may lock and suspend accounts.
    let isAdministrator: @Sendable (Caller) async throws -> Bool
    /// Returns the base URL for clients. Throws until the node listens.
    let baseURL: @Sendable () throws -> String

    /// The versions in which the node creates rooms.
    static var roomVersions: JSONObject {
        let available = RoomVersion.allCases.map { ($0.rawValue, JSONValue.string("stable")) }
        return [
            "default": .string(RoomVersion.standard.rawValue),
            "available": .object(JSONObject(uniqueKeysWithValues: available)),
        ]
    }

    func register(in routes: inout RouteTable) {
        let (changesPasswords, isAdministrator, baseURL) = (changesPasswords, isAdministrator, baseURL)
        routes.on(Endpoints.versions) { _, _ in
            VersionsResponse(versions: ["r0.6.1"] + (1...11).map { "v1.\($0)" })
        }
        routes.on(Endpoints.capabilities) { _, call in
            var capabilities: JSONObject = [
                "m.change_password": ["enabled": .bool(changesPasswords)],
                "m.set_displayname": ["enabled": true], "m.set_avatar_url": ["enabled": true],
                "m.3pid_changes": ["enabled": false],
                "m.room_versions": .object(Self.roomVersions),
            ]
            if try await isAdministrator(call.authenticated()) {
                capabilities["m.account_moderation"] = ["lock": true, "suspend": true]
            }
            return RawJSON(assembled: JSONValue.object(["capabilities": .object(capabilities)]).serialized())
        }
        for endpoint in [Endpoints.wellKnownSDN, Endpoints.wellKnownMatrix] {
            routes.on(endpoint) { _, _ in
                let server: JSONObject = ["base_url": .string(try baseURL())]
                return RawJSON(assembled: JSONValue.object(["m.homeserver": .object(server)]).serialized())
            }
        }
    }
}
