import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("herald node user, room, media and report", .timeLimit(.minutes(10)))
struct NodeOperatorCommandTests {
    private static let token = "the token of this test"

    /// A node with an operator, whose token is in a file.
    private static func start() async throws -> (node: RunningNode, run: @Sendable ([String]) async throws -> JSONValue)
    {
        let folder = try TemporaryFolder(), file = folder.path("token")
        try Data("\(token)\n".utf8).write(to: URL(fileURLWithPath: file))
        let node = try await RunningNode.start([
            "--in-memory", "--enable-registration", "--operator-token-file", file,
        ])
        let url = node.url
        return (
            node,
            { arguments in
                _ = folder
                let options = ["--server", url, "--operator-token-file", file, "--json"]
                let result = try await Program.run(
                    ["node"] + arguments + options, environment: ["HERALD_PASSWORD": "battery staple"])
                #expect(result.status == 0, "\(arguments): \(result.errors)")
                #expect(!(result.output + result.errors).contains(token))
                return try JSONValue(parsing: result.output)
            }
        )
    }

    private static func register(_ node: RunningNode, _ name: String) async throws -> String {
        let answer = try await node.call(
            "POST", "/_matrix/client/v3/register",
            body: ["username": .string(name), "password": "correct horse", "auth": ["type": "m.login.dummy"]])
        return try #require(answer.json["access_token"]?.stringValue)
    }

    private static func status(_ node: RunningNode, password: String) async throws -> Int {
        try await node.call(
            "POST", "/_matrix/client/v3/login",
            body: [
                "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "ann"],
                "password": .string(password),
            ]
        ).status
    }

    @Test("an operator lists, locks, resets and deactivates accounts of a running node")
    func users() async throws {
        let (node, run) = try await Self.start(), ann = "@ann:localhost"
        let token = try await Self.register(node, "ann")
        #expect(try await run(["user", "list"])["users"]?.arrayValue?.first?["user_id"] == .string(ann))
        _ = try await run(["user", "lock", ann])
        #expect(try await run(["user", "show", ann])["state"] == "locked")
        _ = try await run(["user", "unlock", ann])
        _ = try await run(["user", "suspend", ann])
        #expect(try await run(["user", "show", ann])["is_suspended"] == true)
        _ = try await run(["user", "unsuspend", ann])
        #expect(try await run(["user", "show", ann])["is_suspended"] == false)
        _ = try await run(["user", "password", ann])
        #expect(try await Self.status(node, password: "correct horse") == 403)
        #expect(try await Self.status(node, password: "battery staple") == 200)
        #expect(try await node.call("GET", "/_matrix/client/v3/account/whoami", token: token).status == 401)
        _ = try await run(["user", "logout", ann])
        _ = try await run(["user", "deactivate", ann])
        #expect(try await Self.status(node, password: "battery staple") == 403)
        #expect(await node.end(SIGTERM) == 0)
    }

    @Test(
        "a new password is typed twice at a terminal, and is set only if both entries are the same",
        .enabled(if: SessionCommand.isAvailable))
    func typedPassword() async throws {
        let (node, _) = try await Self.start()
        _ = try await Self.register(node, "ann")
        for (second, status) in [("battery stable", 403), ("battery staple", 200)] {
            let command = try SessionCommand(
                .terminalAsInput, ["node", "user", "password", "@ann:localhost", "--server", node.url],
                environment: ["HERALD_NODE_OPERATOR_TOKEN": Self.token])
            _ = await command.shown(until: "New password: ")
            command.type("battery staple")
            _ = await command.shown(until: "New password, again: ")
            command.type(second)
            let result = await command.end()
            #expect(result.status == (status == 200 ? 0 : 1), "\(result.errors)")
            #expect(result.errors.contains("the two entries differ") == (status == 403), "\(result.errors)")
            #expect(try await Self.status(node, password: "battery staple") == status)
        }
        #expect(await node.end(SIGTERM) == 0)
    }

    @Test("an operator lists, purges and deletes rooms, and quarantines and deletes files")
    func roomsAndFiles() async throws {
        let (node, run) = try await Self.start()
        let token = try await Self.register(node, "ann")
        let room = try #require(
            try await node.call("POST", "/_matrix/client/v3/createRoom", token: token, body: ["name": "Hall"])
                .json["room_id"]?.stringValue)
        let uri = try #require(
            try await node.call("POST", "/_matrix/media/v3/upload", token: token, body: ["a": 1]).json["content_uri"]?
                .stringValue)
        #expect(try await run(["room", "list"])["rooms"]?.arrayValue?.first?["name"] == "Hall")
        #expect(try await run(["room", "show", room])["joined_members"] == 1)
        #expect(try await run(["room", "purge", room, "--older-than", "1"])["pending"] == false)
        _ = try await run(["room", "delete", room])
        #expect(try await run(["room", "show", room])["is_closed"] == true)
        #expect(try await run(["media", "list", "--user", "@ann:localhost"])["files"]?.arrayValue?.count == 1)
        let foreign = uri.replacing("mxc://localhost", with: "mxc://other.example")
        for (wrong, reason) in [
            (foreign, "belongs to other.example"), ("localhost/x", "'localhost/x'"),
            ("mxc://localhost/", "'mxc://localhost/'"),
        ] {
            let refused = try await Program.run(
                ["node", "media", "quarantine", wrong, "--server", node.url],
                environment: ["HERALD_NODE_OPERATOR_TOKEN": Self.token])
            #expect(refused.status == 1 && refused.errors.contains(reason))
        }
        #expect(try await run(["media", "list"])["files"]?.arrayValue?.first?["is_quarantined"] == false)
        _ = try await run(["media", "quarantine", uri])
        #expect(try await run(["media", "list"])["files"]?.arrayValue?.first?["is_quarantined"] == true)
        _ = try await run(["media", "release", uri])
        #expect(try await run(["media", "delete", "--user", "@ann:localhost"])["deleted"] == 1)
        #expect(try await run(["media", "list"])["files"] == [])
        #expect(await node.end(SIGTERM) == 0)
    }

    @Test("an operator lists and deletes reports")
    func reports() async throws {
        let (node, run) = try await Self.start(), ann = "@ann:localhost"
        let token = try await Self.register(node, "ann")
        let answer = try await node.call(
            "POST", "/_matrix/client/v3/users/@ann:localhost/report", token: token, body: ["reason": "spam"])
        #expect(answer.status == 200)
        let report = try #require(try await run(["report", "list"])["reports"]?.arrayValue?.first)
        #expect(report["user_id"] == .string(ann) && report["reporter"] == .string(ann) && report["reason"] == "spam")
        _ = try await run(["report", "delete", "1"])
        #expect(try await run(["report", "list"])["reports"] == [])
        #expect(await node.end(SIGTERM) == 0)
    }

    @Test("a missing or wrong token is said in one sentence, and the token is not sent to another machine in the clear")
    func refusals() async throws {
        let (node, _) = try await Self.start()
        let none = try await Program.run(["node", "user", "list", "--server", node.url])
        #expect(none.status == 1 && none.errors.contains("give the operator's token"))
        let environment = ["HERALD_NODE_OPERATOR_TOKEN": "another token of 16 bytes"]
        let wrong = try await Program.run(["node", "user", "list", "--server", node.url], environment: environment)
        #expect(wrong.status == 1 && wrong.errors.contains("This is not the operator's token."))
        #expect(!wrong.errors.contains("another token"))
        let clear = try await Program.run(
            ["node", "user", "list", "--server", "http://192.0.2.1"], environment: environment)
        #expect(clear.status == 1 && clear.errors.contains("not sent to another machine over plain HTTP"))
        let short = try await Program.run(
            ["node", "--in-memory", "--port", "0"], environment: ["HERALD_NODE_OPERATOR_TOKEN": "short"])
        #expect(short.status == 1 && short.errors.contains("expected 16 to 1024 bytes"))
        #expect(await node.end(SIGTERM) == 0)
    }
}
