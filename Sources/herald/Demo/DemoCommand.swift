import ArgumentParser
import Foundation

/// `herald demo`: two wallets talk through a node that is killed in between, a third gets and presents credentials, a fourth logs in to a dapp.
struct DemoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "demo",
        abstract:
            "Demonstrate wallets that log in, send messages, receive and present credentials, lose all data and restore it, and a dapp that asks a wallet.",
        discussion: """
            Starts its own node, OpenDID servers, MYKEY wallet and dapp's back end on free ports, in a temporary folder. Only the picture of a QR \
            code remains, in the system's temporary folder. Exits with 0 only if every step succeeded.
            """)

    @Flag(help: "Print one JSON object for each step.")
    var json = false

    @Option(
        help: "Write sequence diagrams of the OpenDID protocols that ran into this Markdown file.", completion: .file())
    var trace: String?

    @Option(help: "The number of seconds that a step may take.")
    var stepLimit = 120

    func validate() throws {
        guard stepLimit >= 0 else { throw ValidationError("--step-limit takes 0 or more seconds.") }
    }

    func run() async throws {
        let watchdog = Watchdog(limit: .seconds(stepLimit))
        let (json, trace) = (json, trace)
        let failures = try await watchdog.watch { try await Self.show(json: json, trace: trace, watchdog: watchdog) }
        if failures > 0 { throw ExitCode.failure }
    }

    /// Runs the demonstration.
    /// - Returns: the number of failed steps.
    private static func show(json: Bool, trace: String?, watchdog: Watchdog) async throws -> Int {
        // A peer that closes its connection must not end this program.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        var report = DemoReport(form: json ? .json : .lines(colour: isTerminal))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let demo = Demo(folder: folder)
        if !json {
            report.say(
                "Herald: two wallets talk through a node, a third gets and shows credentials, a fourth logs in to a dapp\n"
            )
        }
        for step in Demo.steps {
            // A later step depends on the earlier ones.
            watchdog.stepBegins()
            let held = await report.step(step.title) {
                do { return try await step.run(demo) } catch { throw watchdog.reason.map { DemoError($0) } ?? error }
            }
            watchdog.stepEnded()
            guard held else { break }
        }
        await demo.cleanUp()
        if let trace, report.failures == 0 {
            try Data(SequenceDiagrams(sections: demo.trace.sections).text.utf8).write(to: URL(fileURLWithPath: trace))
        }
        try? FileManager.default.removeItem(at: folder)
        if !json {
            report.say(
                report.failures == 0 ? "\nEvery step held." : "\nA step did not hold; those after it were not tried.")
        }
        return report.failures
    }
}
