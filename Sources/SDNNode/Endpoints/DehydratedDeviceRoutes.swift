import HeraldJSON
import SDNIdentity
import SDNWire

/// The endpoints of dehydrated devices (MSC3814).
struct DehydratedDeviceRoutes: Sendable {
    let services: NodeServices

    func register(in routes: inout RouteTable) {
        let own = self
        routes.on(Endpoints.dehydratedDeviceOfMatrix) { _, call in
            let stored = try await own.devices.find(of: call.authenticated())
            var object = JSONObjectWriter()
            object.add("device_data", stored.data)
            object.add("device_id", JSONText.quoted(stored.device))
            return RawJSON(assembled: object.finished())
        }
        routes.on(Endpoints.setDehydratedDeviceOfMatrix) {
            try await own.set(JSONReader($0.body), $1.authenticated())
        }
        routes.on(Endpoints.deleteDehydratedDeviceOfMatrix) { _, call in
            Self.answer(try await own.devices.remove(of: call.authenticated()))
        }
        routes.on(Endpoints.dehydratedDeviceEventsOfMatrix) {
            try await own.events($0.parts(), $1.authenticated())
        }
    }

    private var devices: DehydratedDeviceService { DehydratedDeviceService(services: services) }
    private var limits: KeyLimits { services.configuration.keyLimits }

    private func set(_ body: JSONReader, _ caller: Caller) async throws -> RawJSON {
        guard let id = try DeviceFields.deviceID(body.string("device_id")) else {
            throw WireError(.missing, field: "device_id", reason: "the device needs an ID")
        }
        let data = JSONValue.object(try body.object("device_data").value)
        guard data.isNested(within: EventFormat.depthLimit) else {
            throw MatrixError(.badJSON, "device_data: has more than \(EventFormat.depthLimit) levels.")
        }
        let bytes = data.serialized()
        guard bytes.count <= limits.dehydratedDevice else {
            throw MatrixError(.tooLarge, "device_data: at most \(limits.dehydratedDevice) bytes are allowed.")
        }
        let name = try DeviceFields.displayName(body.optionalString("initial_device_display_name"))
        let owner = Caller(userID: caller.userID, deviceID: id, tokenID: caller.tokenID)
        let keys = try KeyUpload(body, of: owner, limits)
        guard keys.deviceKeys != nil else {
            throw WireError(.missing, field: "device_keys", reason: "the keys of the device are needed")
        }
        try await devices.set(
            DehydratedDeviceService.Draft(
                device: DehydratedDeviceStore.Stored(device: id, data: bytes), displayName: name, keys: keys),
            of: caller)
        return Self.answer(id)
    }

    private func events(_ parts: RequestParts, _ caller: Caller) async throws -> RawJSON {
        let from = try parts.object().optionalString("next_batch").map { try StreamToken($0, field: "next_batch") }
        let (messages, position) = try await devices.messages(
            for: parts.pathValue("deviceId"), after: from?.position ?? 0, of: caller)
        var object = JSONObjectWriter()
        object.add("events", JSONText.array(messages.map(\.json)))
        object.add("next_batch", JSONText.quoted(StreamToken(position).description))
        return RawJSON(assembled: object.finished())
    }

    private static func answer(_ id: String) -> RawJSON {
        RawJSON(assembled: JSONValue.object(["device_id": .string(id)]).serialized())
    }
}
