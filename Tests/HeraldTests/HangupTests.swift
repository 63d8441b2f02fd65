import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("SIGHUP at the servers", .timeLimit(.minutes(10)))
struct HangupTests {
    @Test(
        "a server that has no certificate survives SIGHUP, says that there is nothing to read again, and goes on serving",
        arguments: ["node", "gateway", "opendid", "push-gateway", "mykey server"])
    func survives(command: String) async throws {
        let folder = try TemporaryFolder(), errors = folder.path("errors")
        let trust = ["--server-name", "matrix.example", "--key", folder.path("gateway.pem")]
        if command == "gateway" { _ = try await Program.run(["gateway", "init"] + trust) }
        let options: [String] =
            switch command {
            case "node": ["--in-memory"]
            case "opendid": ["all", "--in-memory"]
            case "mykey server": try await MYKEYShell().knownKeys
            case "gateway":
                ["--homeserver", "http://127.0.0.1:1", "--database", "sqlite:\(folder.path("gateway.sqlite"))"] + trust
            default: []
            }
        let words = command.split(separator: " ").map(String.init)
        let server = try await RunningNode.run(words + options + ["--port", "0"], errors: errors)
        for count in 1...2 {
            kill(server.pid, SIGHUP)
            while Self.lines(of: errors, from: command) < count {
                try Task.checkCancellation()
                await Task.yield()
            }
        }
        switch command {
        case "push-gateway": break  // It has no endpoint for health.
        case "mykey server": #expect(try await server.call("POST", "/begin").status == 200)
        default: #expect(try await server.call("GET", "/health").status == 200)
        }
        #expect(await server.end(SIGTERM) == 0)
    }

    @Test("no document sends a signal to every process of the name")
    func documents() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: PackageFiles.url("docs").path)
        let documents = names.filter { $0.hasSuffix(".md") }.map { "docs/\($0)" } + ["README.md"]
        #expect(documents.count > 5, "no documents read")
        for document in documents {
            let text = try PackageFiles.text(document)
            let isForAll = text.contains("pkill") || text.contains("killall")
            #expect(!isForAll, "\(document)")
        }
    }

    /// The number of lines that a server has written about the signal.
    private static func lines(of file: String, from command: String) -> Int {
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let line = "herald \(command): SIGHUP was received, and there is nothing to read again"
        return text.split(separator: "\n").count { $0 == line }
    }
}
