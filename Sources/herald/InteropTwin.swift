import ArgumentParser
import Foundation
import SDNSDK
import SDNWire

/// `herald interop-twin`: one scenario of two users. `scripts/interop` runs it against two servers and compares the results.
///
/// It prints one JSON object on each line: a step and its result (`step`, `value`), with names in place of ids, or the reason why it failed
/// (`error`).
struct InteropTwin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "interop-twin", abstract: "Run one scenario against a Matrix homeserver, for the interop suite.", shouldDisplay: false)

    @Option(help: "The homeserver's URL; it lets anybody register with a password.")
    var homeserver: String

    func run() async throws {
        guard let node = URL(string: homeserver) else { throw ValidationError("--homeserver is not a URL.") }
        let report = InteropReport()
        guard let scene = await report.step("two people register and their sessions start", { try await TwinScene.begin(at: node, report) }) else {
            throw ExitCode.failure
        }
        await scene.talk()
        await scene.read()
        await scene.notice()
        await scene.manage()
        await scene.account()
        await scene.find()
        await scene.ask()
        await scene.enter()
        await scene.branch()
        await scene.poll()
        await scene.fold()
        await scene.picture()
        await scene.renew()
        await scene.notify()
        await scene.remember()
        await scene.end()
        if await report.failures > 0 { throw ExitCode.failure }
    }
}
