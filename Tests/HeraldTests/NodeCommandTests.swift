import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("herald node", .serialized)
struct NodeCommandTests {
    @Test("the first line has the address, SIGTERM ends the node with 0, and a second start serves the same rooms")
    func restart() async throws {
        let folder = try TemporaryFolder()
        let key = Secp256k1PrivateKey()
        let first = try await RunningNode.start(["--data", folder.url.path])
        let before = try await first.login(key)
        let room = try #require(
            try await first.call("POST", "/_api/client/r0/createRoom", token: before.token, body: ["name": "Kept"])
                .json["room_id"]?.stringValue)
        #expect(await first.end(SIGTERM) == 0)

        let second = try await RunningNode.start(["--data", folder.url.path])
        let rooms = try await second.call("GET", "/_api/client/r0/joined_rooms", token: before.token)
        #expect(rooms.json["joined_rooms"] == [.string(room)])
        let after = try await second.login(key)
        #expect(after.user == before.user)
        #expect(await second.end(SIGTERM) == 0)
    }

    @Test("--metrics-from names the readers of the metrics, and a value that is no address is refused")
    func metricsReaders() async throws {
        for arguments in [["node", "--in-memory"], ["opendid", "all", "--in-memory"]] {
            let result = try await Program.run(arguments + ["--metrics-from", "0.0.0.0/0"])
            let reason = "'0.0.0.0/0' contains all addresses, so name a smaller network."
            #expect(result.status != 0 && result.errors.contains("--metrics-from: " + reason))
        }
        let node = try await RunningNode.start(["--in-memory", "--metrics-from", "nobody"])
        #expect(try await node.call("GET", "/metrics").json["errcode"] == "M_UNRECOGNIZED")
        #expect(try await node.call("GET", "/ready").json["status"] == "ok")
        #expect(await node.end(SIGTERM) == 0)
    }

    @Test("SIGTERM ends a long poll instead of waiting for it")
    func drain() async throws {
        let node = try await RunningNode.start(["--in-memory"])
        let session = try await node.login(Secp256k1PrivateKey())
        let first = try await node.call("GET", "/_api/client/r0/sync", token: session.token)
        let since = try #require(first.json["next_batch"]?.stringValue)
        let clock = ContinuousClock()
        let start = clock.now
        async let poll = node.call("GET", "/_api/client/r0/sync?timeout=60000&since=\(since)", token: session.token)
        // The poll is under way when the node has answered a request that came after it.
        _ = try await node.call("GET", "/_api/client/versions")
        #expect(await node.end(SIGTERM) == 0)
        #expect(clock.now - start < .seconds(60), "the time of the poll")
        _ = try? await poll
    }

    @Test("if the port is in use, the node ends with one line and status 1")
    func portTaken() async throws {
        let node = try await RunningNode.start(["--in-memory"])
        let port = try #require(node.url.split(separator: ":").last.map(String.init))
        let result = try await Program.run(["node", "--host", "127.0.0.1", "--port", port, "--in-memory"])
        #expect(result.status == 1)
        #expect(result.output.isEmpty)
        #expect(result.errors.split(separator: "\n").count == 1)
        #expect(result.errors.contains(port))
    }

    @Test("the second of two nodes on one folder is refused and does no harm")
    func folderTaken() async throws {
        let folder = try TemporaryFolder()
        let node = try await RunningNode.start(["--data", folder.url.path])
        let result = try await Program.run(["node", "--host", "127.0.0.1", "--port", "0", "--data", folder.url.path])
        #expect(result.status == 1)
        #expect(try await node.call("GET", "/_api/client/versions").status == 200)
    }

    @Test("registration with a password is refused without --enable-registration")
    func registration() async throws {
        let closed = try await RunningNode.start(["--in-memory"])
        let body: JSONValue = ["username": "alice", "password": "correct horse", "auth": ["type": "m.login.dummy"]]
        #expect(try await closed.call("POST", "/_matrix/client/v3/register", body: body).status == 403)
        let open = try await RunningNode.start(["--in-memory", "--enable-registration"])
        #expect(try await open.call("POST", "/_matrix/client/v3/register", body: body).status == 200)
    }

    @Test("guests are admitted with --allow-guests only")
    func guests() async throws {
        for (options, status) in [([], 403), (["--allow-guests"], 200)] as [([String], Int)] {
            let node = try await RunningNode.start(["--in-memory"] + options)
            #expect(try await node.call("POST", "/_matrix/client/v3/register?kind=guest", body: [:]).status == status)
        }
    }
}
