import Foundation
import HeraldJSON
import Testing

@Suite("herald mykey commands whose output nobody reads")
struct ClosedOutputTests {
    @Test("a back end goes on when its output is closed, and its logins succeed", .timeLimit(.minutes(10)))
    func server() async throws {
        let shell = try await MYKEYShell()
        let server = try await RunningMYKEY.start(["mykey", "server"] + shell.knownKeys, closesOutput: true)
        let wallet = try await RunningMYKEY.start(shell.walletArguments + ["--approve-all"])
        // The second login finds the server that had to print the first one.
        for _ in 0..<2 {
            let answer = try await shell.json(
                "dapp", "login", "--server", server.url, "--wallet", wallet.url, "--chain", "EOS")
            #expect(answer["verdict"] == "accepted")
        }
        #expect(await wallet.end() == 0)
        #expect(await server.end() == 0)
    }

    #if os(Linux)
    @Test("a command whose outputs are on a full disk ends with its own exit code", .timeLimit(.minutes(10)))
    func fullDisk() async throws {
        let shell = try await MYKEYShell()
        for (file, status) in [("keys.json", Int32(0)), ("absent.json", 1)] {
            let ended = try await Self.statusOnFullDisk(["mykey", "keys", shell.file(file), "--test-keys"])
            #expect(ended == status, "\(file)")
        }
    }

    private static func statusOnFullDisk(_ arguments: [String]) async throws -> Int32 {
        let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
        let process = Process()
        process.executableURL = Program.url
        process.arguments = arguments
        process.environment = ProcessInfo.processInfo.environment.merging(MYKEYShell.environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = full
        process.standardError = full
        let ended = Ended()
        process.terminationHandler = {
            ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus)
        }
        try process.run()
        return await ended.status()
    }
    #endif
}
