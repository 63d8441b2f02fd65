import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Reports, OpenID, call relays and bridges")
struct ExtraTests {
    @Test("a member's report reaches the operator and nobody else")
    func reports() async throws {
        let node = try await EmbeddedNode.start()
        let inside = TestNode(assembly: node.assembly)
        let ann = try await RoomUser(inside, 1), bob = try await RoomUser(inside, 2),
            eve = try await RoomUser(inside, 3)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let event = try await ann.send("rude", to: room)
        #expect(try await bob.ok("POST", ["rooms", room, "report", event], ["score": -50, "reason": "rude"]) == [:])
        #expect(
            try await bob.ok("POST", ["rooms", room, "report", event], ["score": -100, "reason": "very rude"]) == [:])
        #expect(try await bob.ok("POST", ["rooms", room, "report", event]) == [:])
        #expect(try await ann.ok("POST", ["rooms", room, "report", event], ["reason": "mine"]) == [:])
        #expect(try await eve.call("POST", ["rooms", room, "report", event], [:]).errcode == "M_NOT_FOUND")
        #expect(try await ann.call("POST", ["rooms", room, "report", "$unknown"], [:]).errcode == "M_NOT_FOUND")
        #expect(try await ann.call("POST", ["rooms", room, "report", event], ["score": "x"]).errcode == "M_BAD_JSON")
        let reports = try await node.reports()
        #expect(reports.map(\.reporter) == [bob.userID, ann.userID])
        #expect(reports.map(\.reason) == [nil, "mine"])
        #expect(reports.allSatisfy { $0.eventID == event && $0.roomID == room })
        #expect(try await node.reports(after: reports[0].id, limit: 1).map(\.reason) == ["mine"])
        await node.stop()
    }

    @Test("an OpenID token identifies its user for an hour")
    func openID() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let answer = try await ann.ok("POST", ["user", ann.userID, "openid", "request_token"], [:])
        #expect(answer["token_type"] == "Bearer")
        #expect(answer["matrix_server_name"] == "localhost")
        #expect(answer["expires_in"] == 3600)
        let token = try #require(answer.text("access_token"))
        let path = "/_matrix/federation/v1/openid/userinfo?access_token="
        #expect(try await node.send("GET", path + token).body == ["sub": .string(ann.userID)])
        for target in [path + "x", path, "/_matrix/federation/v1/openid/userinfo"] {
            let refused = try await node.send("GET", target)
            #expect((refused.status, refused.errcode) == (401, "M_UNKNOWN_TOKEN"))
        }
        #expect(
            try await node.send("GET", "/_matrix/client/v3/account/whoami", token: token).errcode == "M_UNKNOWN_TOKEN")
        #expect(
            try await bob.call("POST", ["user", ann.userID, "openid", "request_token"], [:]).errcode == "M_FORBIDDEN")
        node.clock.advance(by: .seconds(3_600))
        #expect(try await node.send("GET", path + token).status == 401)
    }

    @Test("the node has no call relays, no bridges and no addresses of users")
    func none() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        #expect(try await ann.ok("GET", ["voip", "turnServer"]) == [:])
        #expect(try await ann.ok("GET", ["thirdparty", "protocols"]) == [:])
        #expect(try await ann.ok("GET", ["thirdparty", "user", "irc"], query: ["nick": "x"]) == [])
        #expect(try await ann.ok("GET", ["account", "3pid"]) == ["threepids": []])
        #expect(try await ann.node.send("GET", "/_matrix/client/v3/account/3pid").errcode == "M_MISSING_TOKEN")
    }
}
