import HeraldJSON
import SDNWire
import TestSupport
import Testing
@testable import SDNNode

@Suite("Sessions that end while a request arrives")
struct EndedCallerTests {
    private static let refusals: [(String?, Int, String?)] = [
        (nil, 200, nil), ("logout", 401, "M_UNKNOWN_TOKEN"), ("lock", 401, "M_USER_LOCKED"),
        ("suspend", 403, "M_USER_SUSPENDED"), ("deactivate", 401, "M_UNKNOWN_TOKEN"),
    ]

    @Test(
        "a request is refused if its session ended, or its account was locked or suspended, before its body arrived",
        .timeLimit(.minutes(10)), arguments: refusals)
    func body(action: String?, status: Int, code: String?) async throws {
        var configuration = NodeConfiguration(rateLimits: .unlimited, bodyDeadline: TestDeadline.beyond)
        // On a busy machine a test writes its first byte late.
        configuration.transport.firstByteDeadline = TestDeadline.beyond
        configuration.operatorToken = OperatorToken(OperatorNode.token)
        let node = try await EmbeddedNode.start(configuration)
        let ann = try await RoomUser(TestNode(assembly: node.assembly), 1)
        let room = try await ann.createRoom(["preset": "public_chat"])
        let paths = [
            "rooms/\(PercentEncoding.encodeSegment(room))/send/m.room.message/t",
            "profile/\(PercentEncoding.encodeSegment(ann.userID))/displayname",
        ]
        let (port, token, userID) = (node.port, ann.token, ann.userID)
        let answers = try await MutatedRequestTests.onThread { () -> [(Int, String?)] in
            // The node says 100 when it has admitted a request.
            let begun = try paths.map { path -> RawConnection in
                let connection = try RawConnection(port: port)
                connection.write(Self.head("PUT", "/_matrix/client/v3/" + path, token, length: Self.content.count))
                #expect(try connection.read().status == 100)
                return connection
            }
            if let action { try Self.administer(userID, action, port: port) }
            return try begun.map { connection -> (Int, String?) in
                connection.write(Self.content)
                let answer = try connection.read()
                return (answer.status, try JSONValue(parsing: answer.body)["errcode"]?.stringValue)
            }
        }
        for answer in answers { #expect(answer == (status, code)) }
        let sent = try await node.assembly.services.database.read { db in
            try AccountStore.profile(of: userID, in: db).displayname
        }
        #expect((sent == "after") == (action == nil))
        await node.stop()
    }

    @Test("a write is refused if its session ended after the request was admitted")
    func write() async throws {
        let node = try TestNode(), handler = node.assembly.handler
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(), other = try await bob.createRoom(["preset": "public_chat"])
        let paths: [(String, [String])] = [
            ("PUT", ["rooms", room, "send", "m.room.message", "t"]), ("PUT", ["rooms", room, "state", "m.room.topic"]),
            ("POST", ["rooms", room, "invite"]), ("POST", ["rooms", room, "leave"]), ("POST", ["join", other]),
            ("POST", ["createRoom"]), ("PUT", ["profile", ann.userID, "displayname"]),
            ("POST", ["user", ann.userID, "openid", "request_token"]), ("POST", ["user", ann.userID, "filter"]),
            ("PUT", ["user", ann.userID, "account_data", "org.example"]),
            ("PUT", ["sendToDevice", "org.example", "t"]),
            ("POST", ["rooms", other, "report"]),
        ]
        let body: JSONValue = [
            "msgtype": "m.text", "body": "x", "topic": "x", "user_id": .string(bob.userID), "displayname": "x",
            "messages": [:], "reason": "x",
        ]
        var begun: [(NodeRequest, NodeHandler.Admitted)] = []
        for (method, segments) in paths {
            let path = segments.map(PercentEncoding.encodeSegment).joined(separator: "/")
            let request = NodeRequest(
                method: method, target: "/_matrix/client/v3/" + path, authorization: "Bearer " + ann.token,
                body: body.serialized())
            guard case .admitted(let admitted) = await handler.admit(request) else {
                Issue.record("\(path) was not admitted")
                continue
            }
            begun.append((request, admitted))
        }
        try await node.assembly.identity.tokens.logOut(handler.authenticate(ann.token, "127.0.0.1"))
        for (request, admitted) in begun {
            let answer = await handler.respond(admitted, to: request)
            let code = try JSONValue(parsing: answer.body)["errcode"]?.stringValue
            #expect((answer.status, code) == (401, "M_UNKNOWN_TOKEN"), "\(request.target)")
        }
        #expect(try await bob.ok("GET", ["rooms", other, "joined_members"])["joined"]?.objectValue?.count == 1)
    }

    private static let content = JSONValue.object(["body": "after", "msgtype": "m.text", "displayname": "after"])
        .serialized()

    private static func head(_ method: String, _ target: String, _ token: String, length: Int) -> [UInt8] {
        let fields = ["Host: x", "Authorization: Bearer \(token)", "Content-Length: \(length)", "Expect: 100-continue"]
        return Array("\(method) \(target) HTTP/1.1\r\n\(fields.joined(separator: "\r\n"))\r\n\r\n".utf8)
    }

    /// Has the operator act on an account.
    private static func administer(_ userID: String, _ action: String, port: Int) throws {
        let connection = try RawConnection(port: port), body = Array(#"{"erase":true}"#.utf8)
        let target = "/_herald/operator/v1/users/\(PercentEncoding.encodeSegment(userID))/\(action)"
        connection.write(head("POST", target, OperatorNode.token, length: body.count))
        #expect(try connection.read().status == 100)
        connection.write(body)
        #expect(try connection.read().status == 200)
    }
}
