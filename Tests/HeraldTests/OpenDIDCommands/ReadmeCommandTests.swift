import Foundation
import TestSupport
import Testing

@Suite("The README's commands for a credential")
struct ReadmeCommandTests {
    @Test("the README's commands for a credential work word for word", .timeLimit(.minutes(10)))
    func credential() async throws {
        let readme = try PackageFiles.text("README.md")
        let section = try #require(
            readme.components(separatedBy: "## A credential from the terminal").last?.components(separatedBy: "\n## ")
                .first)
        let blocks = section.components(separatedBy: "```sh\n").dropFirst().compactMap {
            $0.components(separatedBy: "```").first
        }
        try #require(blocks.count == 2)
        #expect(blocks[0].contains("herald opendid all --in-memory --sample --port 8090"))

        let services = try await RunningServices.start()
        let folder = try TemporaryFolder()
        // Only where things are differs: the program, the port, which the system chooses here, and the home in which the wallet goes.
        let script = blocks[1]
            .replacingOccurrences(of: ".build/debug/herald", with: Program.url.path)
            .replacingOccurrences(of: "http://127.0.0.1:8090", with: services.url)
            .replacingOccurrences(of: "$(cat operator-token)", with: RunningServices.operatorToken)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-e", "-c", script]
        process.currentDirectoryURL = folder.url
        process.environment = ProcessInfo.processInfo.environment.merging([
            "HOME": folder.url.path, "HERALD_PIN": "480215",
        ]) { $1 }
        // The person who follows the text agrees to show the claims.
        let terminal = try Terminal(typed: "y\n")
        process.standardInput = terminal.end
        let output = Pipe()
        process.standardOutput = output
        let ended = Ended()
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        #expect(await ended.status() == 0)
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(text.contains("Gildong"))
        #expect(FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("offer.png").path))
        withExtendedLifetime(terminal) {}
        #expect(await services.end() == 0)
    }
}
