import ArgumentParser
import Foundation
import SDNSDK
import SDNWire

/// `HeraldInterop twin`: one scenario of two people, for `scripts/interop` to run against two servers and to compare what came of it.
///
/// Prints one JSON object a line: a step and what it led to (`step`, `value`), with names in the place of ids, or why it failed (`error`).
struct TwinCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "twin", abstract: "Run one scenario against a Matrix homeserver.")

    @Option(help: "The URL of a homeserver at which anybody can register.")
    var homeserver: String

    @Option(help: "The proof of the persons: password or wallet.")
    var proof = TwinAccounts.Proof.password

    @Flag(help: "Use the paths under _api instead of _matrix.")
    var sdn = false

    @Flag(help: "Leave out the steps in which the server must ask for a proof.")
    var withoutProofs = false

    func run() async throws {
        guard let node = URL(string: homeserver) else { throw ValidationError("--homeserver is not a URL.") }
        let report = InteropReport()
        let accounts = TwinAccounts(
            node: node, root: sdn ? .api : .matrix, proof: proof, asksForProofs: !withoutProofs)
        guard
            let scene = await report.step(
                "two people register and their sessions start", { try await TwinScene.begin(accounts, report) })
        else {
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
