import HeraldJSON
import SDNIdentity
import SDNWire

/// The devices of a user (SDN sheet 3.2 and 7.2).
struct DeviceRoutes: Sendable {
    let services: NodeServices
    let tokens: AccessTokens
    let auth: CallerProof

    private static let unknown = MatrixError(.notFound, "This device does not exist.")

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.devices) { _, call in
            let devices = try await own.list(of: call.authenticated())
            return RawJSON(assembled: JSONValue.object(["devices": .array(devices)]).serialized())
        }
        routes.on(Endpoints.device) { request, call in
            guard let device = try await own.list(of: call.authenticated(), id: request.deviceID).first else {
                throw Self.unknown
            }
            return RawJSON(assembled: device.serialized())
        }
        routes.on(Endpoints.setDevice) { try await own.rename($0, $1.authenticated()) }
        routes.on(Endpoints.deleteDevice) { try await own.delete([$0.deviceID], $0.auth, $1.authenticated()) }
        routes.on(Endpoints.deleteDevices) { try await own.delete($0.deviceIDs, $0.auth, $1.authenticated()) }
    }

    /// Returns the devices as JSON. A member whose value is unknown is present with `null`, because stock clients expect all four members (SDN sheet
    /// 7.8).
    private func list(of caller: Caller, id: String? = nil) async throws -> [JSONValue] {
        let lastSeen = services.lastSeen
        return try await services.database.read { db in
            try DeviceStore.list(of: caller.userID, id: id, in: db).map { device in
                let seen = lastSeen.last(caller.userID, device.id)
                let (address, time) = (seen?.address ?? device.lastAddress, seen?.time ?? device.lastTime)
                return [
                    "device_id": .string(device.id), "display_name": device.displayName.map(JSONValue.string) ?? .null,
                    "last_seen_ip": address.map(JSONValue.string) ?? .null,
                    "last_seen_ts": time.map { .int($0.milliseconds) } ?? .null,
                    "user_id": .string(caller.userID),
                ]
            }
        }
    }

    private func rename(_ request: SetDeviceRequest, _ caller: Caller) async throws -> EmptyObject {
        let name = try DeviceFields.displayName(request.displayName, field: "display_name")
        let keeps = request.displayName == nil
        try await services.database.write { db in
            try AccessTokens.requireAlive(caller, in: db)
            let isThere = try DeviceStore.rename(
                request.deviceID, of: caller.userID, to: name, keepsName: keeps, in: db)
            guard isThere else { throw Self.unknown }
            // Other users see the name with the keys of the device.
            if !keeps { try KeyStore.noteChange(of: caller.userID, in: db) }
        }
        return EmptyObject()
    }

    /// Deletes devices. It is no error if a device does not exist, because the result is the same.
    private func delete(_ ids: [String], _ proof: JSONObject?, _ caller: Caller) async throws -> EmptyObject {
        let operation = try ConfirmedOperations.removal(ofDevices: ids)
        try await auth.require(proof, of: caller, for: operation)
        let wanted = Set(ids)
        let removal = services.removal
        let begun = try await services.database.write { db in try removal.end(.named(wanted), of: caller.userID, in: db)
        }
        tokens.tokensEnded(of: caller.userID)
        try await services.fanOuts.follow(begun)
        return EmptyObject()
    }
}
