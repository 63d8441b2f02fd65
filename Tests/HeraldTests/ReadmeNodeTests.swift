import Foundation
import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("The README's commands for a node of your own")
struct ReadmeNodeTests {
    @Test("the README's commands build the program and start a node that stores its data", .timeLimit(.minutes(10)))
    func node() async throws {
        let readme = try PackageFiles.text("README.md")
        let section = try #require(
            readme.components(separatedBy: "## A node of your own").last?.components(separatedBy: "\n## ").first)
        let block = try #require(
            section.components(separatedBy: "```sh\n").dropFirst().first?.components(separatedBy: "```").first)
        let commands = block.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        try #require(commands.count == 2 && commands[0] == ["make", "build"])
        // A dry run of the target: the program that runs these tests has built it by now.
        let plan = try await make(["-n", "build"])
        #expect(plan.contains("swift build --product herald"))

        #expect(commands[1].first == ".build/debug/herald" && commands[1].contains("8448"))
        let folder = try TemporaryFolder()
        // Only the port differs: the system chooses it.
        let arguments = commands[1].dropFirst().map { $0 == "8448" ? "0" : $0 }
        let first = try await RunningNode.run(Array(arguments), in: folder.url)
        let key = Secp256k1PrivateKey()
        let user = try await first.login(key)
        #expect(user.user.hasPrefix("@sdn_"))
        #expect(await first.end(SIGTERM) == 0)
        #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("herald-data").path))

        let second = try await RunningNode.run(Array(arguments), in: folder.url)
        let again = try await second.call("GET", "/_api/client/v3/account/whoami", token: user.token)
        #expect(again.status == 200 && again.json["user_id"]?.stringValue == user.user)
        #expect(await second.end(SIGTERM) == 0)
    }

    private func make(_ arguments: [String]) async throws -> String {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["make"] + arguments
        process.currentDirectoryURL = PackageFiles.root
        // A test that make itself runs is no part of its plan.
        process.environment = ProcessInfo.processInfo.environment.filter {
            !$0.key.hasPrefix("MAKE") && $0.key != "MFLAGS"
        }
        let output = Pipe()
        process.standardOutput = output
        let ended = Ended()
        process.terminationHandler = { ended.set($0.terminationStatus) }
        try process.run()
        #expect(await ended.status() == 0)
        return String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    }
}
