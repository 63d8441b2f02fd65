import SDNSDK

struct OwnDevices: EndpointResponse, Decodable {
    struct Device: Decodable { let device_id: String }
    let devices: [Device]
}

struct RenameDevice: EndpointRequest {
    let deviceId: String, name: String

    func parts() throws -> RequestParts {
        try RequestParts(path: ["deviceId": deviceId], encoding: ["display_name": name])
    }
}

/// The examples of endpoints that an app declares.
extension DocExamples {
    static func endpoint(_ client: MXRestClient) async throws {
        let devices = Endpoint<NoInput, OwnDevices>(.get, "client/v3/devices")
        let answer = try await client.call(devices, NoInput())
        print(answer.devices.map(\.device_id))
    }

    static func endpointCall(_ client: MXRestClient, _ deviceId: String) async throws {
        let endpoint = Endpoint<RenameDevice, EmptyObject>(.put, "client/v3/devices/{deviceId}")
        try await client.call(endpoint, RenameDevice(deviceId: deviceId, name: "Harbour"))
    }
}
