import ArgumentParser
import Foundation
import SDNSDK
import SDNWire

/// `HeraldInterop client`: our client as a program of its own, for `scripts/interop` to hold against a foreign homeserver.
///
/// Prints one JSON object a line: a check (`check`, `ok`, `detail`) or a fact (`fact`, `value`) for which the other side then looks
/// for evidence of its own.
struct ClientCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "client", abstract: "Run our client against a Matrix homeserver.")

    enum Phase: String, ExpressibleByArgument, CaseIterable {
        /// Registers, creates a room, invites, sends, redacts.
        case first
        /// Continues from the store of the first session.
        case second
        /// Logs in with the password and begins with an empty store.
        case fresh
    }

    @Option(help: "The homeserver's URL.")
    var homeserver: String

    @Option(help: "The directory of the store, and of the credentials between the sessions.")
    var store: String

    @Option(help: "The localpart of the user. The password is read from HERALD_INTEROP_PASSWORD.")
    var user: String

    @Option(help: "The ID of the user to invite, who joins and sends messages.")
    var witness: String

    @Option(help: "The session to run: \(Phase.allCases.map(\.rawValue).joined(separator: ", ")).")
    var phase: Phase

    @Flag(help: "Print JSON lines. There is no other form.")
    var json = false

    func run() async throws {
        guard let node = URL(string: homeserver) else { throw ValidationError("--homeserver is not a URL.") }
        guard let password = ProcessInfo.processInfo.environment["HERALD_INTEROP_PASSWORD"] else {
            throw ValidationError("HERALD_INTEROP_PASSWORD is not set.")
        }
        let scene = InteropScene(
            node: node, folder: URL(fileURLWithPath: store, isDirectory: true), user: user, password: password,
            witness: witness)
        let report = InteropReport()
        switch phase {
        case .first: await FirstInteropSession(scene: scene, report: report).run()
        case .second: await SecondInteropSession(scene: scene, report: report).run()
        case .fresh: await FreshInteropSession(scene: scene, report: report).run()
        }
        if await report.failures > 0 { throw ExitCode.failure }
    }
}

/// The users, the room and the folder of an interop run.
struct InteropScene: Sendable {
    let node: URL
    let folder: URL
    let user: String
    let password: String
    let witness: String

    static let roomName = "Interop"
    static let topic = "Two programs meet"
    static let greeting = "Hello from the witness"
    static let messageCount = 30

    /// Returns a client for these credentials under Matrix's root of paths.
    func client(_ credentials: MXCredentials) -> MXRestClient {
        MXRestClient(credentials: credentials, apiRoot: .matrix)
    }

    /// Returns a client that nobody has logged in to yet.
    func strangersClient() -> MXRestClient { client(MXCredentials(node: node, userId: nil, accessToken: nil)) }
}
