import ArgumentParser
import Foundation

/// The command `herald demo`. Two users talk through a node, which is killed in between. A third receives and presents credentials, and a
/// fourth logs in to a dapp.
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

    @Option(help: "Draw the steps as a picture of a terminal into this SVG file.", completion: .file())
    var picture: String?

    @Option(help: "The number of seconds that a step may take.")
    var stepLimit: Seconds = 120

    func validate() throws {
        guard stepLimit.duration >= .zero else { throw ValidationError("--step-limit takes 0 or more seconds.") }
    }

    func run() async throws {
        let watchdog = Watchdog(limit: stepLimit.duration)
        let (json, trace, picture) = (json, trace, picture)
        let failures = try await watchdog.watch {
            try await Self.show(json: json, trace: trace, picture: picture, watchdog: watchdog)
        }
        if failures > 0 { throw ExitCode.failure }
    }

    private static let beginning =
        "Herald: two wallets exchange messages through a node, a third gets and presents credentials, a fourth logs in to a dapp"
    private static let end = "Every step succeeded."

    /// Runs the demonstration.
    /// - Returns: the number of failed steps.
    private static func show(json: Bool, trace: String?, picture: String?, watchdog: Watchdog) async throws -> Int {
        // SIGPIPE is ignored, so that a peer that closes its connection does not end this program.
        signal(SIGPIPE, SIG_IGN)
        let isTerminal = isatty(STDOUT_FILENO) == 1 && ProcessInfo.processInfo.environment["NO_COLOR"] == nil
        var report = DemoReport(form: json ? .json : .lines(colour: isTerminal))
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-demo-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let demo = Demo(folder: folder)
        if !json { report.say(beginning + "\n") }
        for step in Demo.steps {
            // The demonstration ends if a step fails, because later steps depend on earlier ones.
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
        if let picture, report.failures == 0 {
            let blank = DemoPicture.Line(text: "")
            let lines =
                [.init(mark: "$", text: "make demo"), .init(text: beginning), blank] + report.pictured
                + [blank, .init(text: end)]
            try Data(DemoPicture(lines: lines).svg.utf8).write(to: URL(fileURLWithPath: picture))
        }
        try? FileManager.default.removeItem(at: folder)
        if !json {
            report.say(report.failures == 0 ? "\n" + end : "\nA step failed, so the steps after it were not run.")
        }
        return report.failures
    }
}
