import Foundation
import TestSupport
import Testing

@Suite("herald gateway", .serialized)
struct GatewayCommandTests {
    @Test("init creates the key once, for its owner alone, and prints the lines for homeserver.yaml each time")
    func initialise() async throws {
        let folder = try TemporaryFolder(), key = folder.path("gateway.pem")
        let arguments = ["gateway", "init", "--server-name", "matrix.example", "--key", key]
        let first = try await Program.run(arguments)
        #expect(first.status == 0 && first.errors.isEmpty)
        #expect(first.output.contains("audiences: [\"matrix.example\"]"))
        #expect(first.output.contains("BEGIN PUBLIC KEY") && !first.output.contains("PRIVATE"))
        let mode = try FileManager.default.attributesOfItem(atPath: key)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        let second = try await Program.run(arguments)
        #expect(second.status == 0 && second.output == first.output)
    }

    @Test("check says that a homeserver without JWT logins lacks them, and that none answers at another port")
    func check() async throws {
        let folder = try TemporaryFolder(), key = folder.path("gateway.pem")
        let trust = ["--server-name", "matrix.example", "--key", key]
        _ = try await Program.run(["gateway", "init"] + trust)
        let node = try await RunningNode.start(["--in-memory"])
        let result = try await Program.run(["gateway", "check", "--homeserver", node.url] + trust)
        #expect(result.status == 1 && result.output.contains("does not accept JWT logins"))
        #expect(result.output.contains("The homeserver answers."))
        #expect(await node.end(SIGTERM) == 0)
        let down = try await Program.run(["gateway", "check", "--homeserver", "http://127.0.0.1:1"] + trust)
        #expect(down.status == 1 && down.output.contains("cannot be reached"))
    }

    @Test("wrong options are refused in one sentence that names the option")
    func options() async throws {
        let folder = try TemporaryFolder(), key = folder.path("gateway.pem")
        _ = try await Program.run(["gateway", "init", "--server-name", "matrix.example", "--key", key])
        let good = [
            "--homeserver": "http://127.0.0.1:8008", "--server-name": "matrix.example", "--key": key,
            "--database": "sqlite:\(folder.path("gateway.sqlite"))", "--port": "0",
        ]
        for (option, value) in [
            ("--homeserver", "https://matrix.example"), ("--server-name", "a b"), ("--key", folder.path("none")),
            ("--database", "mysql://user:secret@x/y"), ("--public-url", "chat.example"),
            ("--meeting-server", "httpfoo"),
            ("--connections", "1"), ("--connections-per-address", "0"), ("--developer-key", "0x12"),
        ] {
            var options = good
            options[option] = value
            let result = try await Program.run(["gateway"] + options.flatMap { [$0.key, $0.value] })
            let named = option == "--key" ? value : option
            #expect(result.status == 1 && result.output.isEmpty)
            #expect(result.errors.hasPrefix("herald gateway: \(named): ") && !result.errors.contains("secret"))
        }
    }
}
