import Foundation
import HeraldJSON
import Testing

@Suite("herald wallet, interrupted while a PIN is checked")
struct InterruptedPINTests {
    /// When the wallet's database and its log were written last, and how long they are.
    private func state(_ folder: String) -> [String: [Int64]] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { !$0.hasSuffix("-shm") }.reduce(into: [:]) { state, name in
            var status = stat()
            guard stat(folder + "/" + name, &status) == 0 else { return }
            state[name] = [Int64(status.st_size), Int64(status.st_mtim.tv_sec), Int64(status.st_mtim.tv_nsec)]
        }
    }

    /// Begins `herald wallet lock` and presses Ctrl-C as soon as the wallet's files have changed this many times.
    private func interrupt(_ shell: WalletShell, afterChanges wanted: Int) async throws -> (status: Int32, errors: String) {
        let process = Process()
        process.executableURL = Program.url
        process.arguments = ["wallet", "lock", "--wallet", shell.file(shell.name), "--json"]
        process.environment = ProcessInfo.processInfo.environment.merging(shell.secrets) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        let errors = Pipe()
        process.standardError = errors
        let ended = Ended()
        process.terminationHandler = { ended.set($0.terminationReason == .exit ? $0.terminationStatus : 128 + $0.terminationStatus) }
        var known = state(shell.file(shell.name))
        try process.run()
        let pid = process.processIdentifier
        var changes = 0
        while process.isRunning, changes < wanted {
            let now = state(shell.file(shell.name))
            if now != known { (known, changes) = (now, changes + 1) }
            try await Task.sleep(for: .milliseconds(1))
        }
        kill(pid, SIGINT)
        let status = await ended.status()
        return (status, String(decoding: (try? errors.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self))
    }

    @Test("attack 27: Ctrl-C while a right PIN is checked costs its wait, and none of the ten wrong attempts", .timeLimit(.minutes(3)))
    func interrupted() async throws {
        let services = try await RunningServices.start()
        var shell = try WalletShell()
        shell.secrets["HERALD_PASSCODE"] = "open sesame"
        // Dear enough that a process is still at it when the signal comes.
        _ = try await shell.json("wallet", "create", "--server", services.url, "--scrypt", "16", "--user", "alice")
        var refusal = ""
        for round in 0..<30 where refusal.isEmpty {
            let end = try await interrupt(shell, afterChanges: 1 + round % 3)
            try #require(end.status != 0, "the lock was made before the signal came")
            refusal = end.errors
        }
        #expect(refusal.contains("after 0 wrong and"), "\(refusal)")
        var answer = try await shell.run("wallet", "lock", json: true)
        while answer.status != 0, answer.errors.contains("interrupted") { answer = try await shell.run("wallet", "lock", json: true) }
        #expect(answer.status == 0, "\(answer.errors)")
        #expect(await services.end() == 0)
    }
}
