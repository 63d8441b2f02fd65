import ArgumentParser
import Foundation

/// `herald demo`: two wallets talk through a node that gets killed on the way.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract: "Show two wallets that log in, talk, lose everything and find it again.",
        discussion: "Starts a node of its own on a free port, in a temporary folder. Exits with 0 only when every step held.")

    @Flag(help: "Print one JSON object for each step.")
    var json = false

    func run() async throws {
        // A peer that goes away must not take this program with it.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        var report = DemoReport(form: json ? .json : .lines(colour: isTerminal))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let demo = Demo(folder: folder)
        if !json { report.say("Herald: two wallets talk through an embedded node\n") }
        for step in Demo.steps {
            // A later step stands on the earlier ones.
            guard await report.step(step.title, { try await step.run(demo) }) else { break }
        }
        await demo.cleanUp()
        try? FileManager.default.removeItem(at: folder)
        if !json {
            report.say(report.failures == 0 ? "\nEvery step held." : "\nA step did not hold; those after it were not tried.")
        }
        if report.failures > 0 { throw ExitCode.failure }
    }
}
