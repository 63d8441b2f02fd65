import HeraldJSON
import SDNWire
import Testing

@Suite("Requests and responses")
struct RequestTests {
    @Test("a request that is read from its parts equals the written one")
    func roundTrips() throws {
        try check(DIDListRequest(address: "0xAb"))
        try check(PreLoginRequest(did: nil, address: "0xAb"))
        try check(
            DIDLoginRequest(
                randomServer: "n", updated: "u", did: "did:sdn:x", address: "0x1", message: " m\n", token: "0xsig",
                appToken: "a", deviceID: "D"))
        try check(RoomActionRequest("!r:s", reason: "because"))
        try check(RoomActionRequest("!r:s", more: ["foo": "bar"]))
        try check(UpgradeRoomRequest(roomID: "!r:s", newVersion: "12", additionalCreators: ["@a:b"]))
        try check(MemberActionRequest(roomID: "!r:s", userID: "@a:b", reason: nil))
        try check(SendEventRequest(roomID: "!r:s", type: "m.room.message", transactionID: "t", content: ["body": "x"]))
        try check(SetStateRequest(roomID: "!r:s", type: "m.room.name", stateKey: "", content: ["name": "x"]))
        try check(RedactRequest(roomID: "!r:s", eventID: "$e", transactionID: nil, reason: "spam"))
        try check(MembersRequest(roomID: "!r:s", at: "s1", notMembership: "leave"))
        try check(MessagesRequest(roomID: "!r:s", from: "s1", direction: .backwards, limit: 10, filter: "{}"))
        try check(
            SyncRequest(since: "s1", filter: "{}", fullState: true, setPresence: "offline", timeout: .seconds(30)))
        try check(SetFilterRequest(userID: "@a:b", filter: ["room": [:]]))
        try check(SetProfileFieldRequest(userID: "@a:b", field: .displayname, value: "A"))
        try check(PublicRoomsRequest(limit: 3, since: "x"))
        try check(PublicRoomsRequest(limit: 3, since: "x", searchTerm: "swift", inBody: true))
        var create = CreateRoomRequest(name: "n", topic: "t", preset: "private_chat", invite: ["@a:b"])
        create.initialState = [.init(type: "m.room.encryption", content: ["algorithm": "x"])]
        create.powerLevelContentOverride = ["ban": 60]
        create.roomVersion = "11"
        create.invitesAddresses = true
        try check(create)
    }

    private func check<R: WireRequest & Equatable>(_ request: R, sourceLocation: SourceLocation = #_sourceLocation)
        throws
    {
        #expect(try R(parts: request.parts()) == request, sourceLocation: sourceLocation)
    }

    @Test("empty texts count as absent, and the type is trimmed, because SDKs send both")
    func lenientLogin() throws {
        let body: JSONValue = [
            "type": " m.login.did.identity", "random_server": "n", "updated": "u", "device_id": nil,
            "app_token": "0xapp",
            "identifier": ["did": "", "address": " 0x1 ", "token": "0xsig", "message": ""],
        ]
        let request = try DIDLoginRequest(parts: RequestParts(body: body))
        #expect(request.type == DIDLoginRequest.type)
        #expect(request.did == nil && request.message == nil && request.deviceID == nil)
        #expect(request.address == "0x1" && request.appToken == "0xapp")
    }

    @Test("an empty app token inside the identifier counts as absent, so that the one beside it is used")
    func appTokens() throws {
        for (inner, outer, used) in [("", "0xapp", "0xapp"), (" ", "0xapp", "0xapp"), ("0xin", "0xapp", "0xin")] {
            let body: JSONValue = [
                "type": "m.login.did.identity", "app_token": .string(outer),
                "identifier": ["token": "0xsig", "app_token": .string(inner)],
            ]
            #expect(try DIDLoginRequest(parts: RequestParts(body: body)).appToken == used)
        }
    }

    @Test(
        "the error of a body of the wrong shape names the member",
        arguments: [
            (#"{"type":"x"}"#, "identifier"), (#"{"identifier":{}}"#, "type"),
            (#"{"type":"x","identifier":{"token":5}}"#, "identifier.token"),
            (#"{"type":"x","identifier":[]}"#, "identifier"),
        ])
    func wrongShape(text: String, path: String) throws {
        let parts = RequestParts(body: try JSONValue(parsing: text))
        let error = #expect(throws: JSONError.self) { try DIDLoginRequest(parts: parts) }
        #expect(error?.path == path)
    }

    @Test("the literal END and an empty from mean the newest end")
    func endToken() throws {
        for from in ["END", ""] {
            let parts = RequestParts(path: ["roomId": "!r:s"], query: ["dir": "b", "from": from])
            #expect(try MessagesRequest(parts: parts).from == nil)
        }
    }

    @Test("an error body reads back, and one without an errcode is none")
    func errors() throws {
        let error = MatrixError(.limitExceeded, "Too Many Requests", retryAfter: .milliseconds(1_200))
        #expect(MatrixError(json: error.json) == error)
        #expect(MatrixError(json: ["error": "x"]) == nil)
    }

    @Test("descriptions of requests and responses contain no secret")
    func redactedDescriptions() {
        let texts = [
            "\(LoginResponse(accessToken: "hunter2", userID: "@a:b", deviceID: nil))",
            "\(LoginRequest(user: "a", password: "hunter2"))",
            "\(RegisterRequest(username: "a", password: "hunter2"))",
            String(reflecting: LoginResponse(accessToken: "hunter2", userID: "@a:b", deviceID: nil)),
            "\(DIDLoginRequest(randomServer: nil, updated: nil, did: nil, address: nil, message: nil, token: "hunter2", appToken: "hunter2"))",
        ]
        for text in texts { #expect(!text.contains("hunter2")) }
    }
}
