import HeraldJSON
import SDNWire

/// The endpoint that shows from where a user's devices connect.
struct WhoisRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.whois) { request, call in
            RawJSON(assembled: try await own.answer(request, call.authenticated()).serialized())
        }
    }

    /// - Throws: `M_FORBIDDEN` if the caller asks about another user and is no administrator.
    private func answer(_ request: WhoisRequest, _ caller: Caller) async throws -> JSONValue {
        let userID = try UserID(request.userID, field: "userId").text
        let lastSeen = services.lastSeen
        return try await services.database.read { db in
            guard try userID == caller.userID || AdministratorStore.contains(caller.userID, in: db) else {
                throw MatrixError(.forbidden, "Only administrators see the devices of other users.")
            }
            var devices = JSONObject()
            for device in try DeviceStore.list(of: userID, in: db) {
                let seen = lastSeen.last(userID, device.id)
                var connections: [JSONValue] = []
                if let address = seen?.address ?? device.lastAddress, let time = seen?.time ?? device.lastTime {
                    // The node does not store the names of programs. The member is present, because clients expect all three.
                    connections = [
                        ["ip": .string(address), "last_seen": .int(time.milliseconds), "user_agent": .null]
                    ]
                }
                devices[device.id] = ["sessions": [["connections": .array(connections)]]]
            }
            return ["user_id": .string(userID), "devices": .object(devices)]
        }
    }
}
