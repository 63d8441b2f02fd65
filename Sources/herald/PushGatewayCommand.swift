import ArgumentParser
import Foundation
import HeraldJSON
import Logging
import SDNNode
import ServiceLifecycle
import UnixSignals

/// The command `herald push-gateway`: runs a push gateway for tests until SIGTERM or SIGINT.
struct PushGatewayCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "push-gateway", abstract: "Run a push gateway that prints notifications and forwards nothing.",
        discussion: """
            The first line on standard output is "listening on http://HOST:PORT". A pusher's data.url is that address followed by
            /_api/push/v1/notify or /_matrix/push/v1/notify. Each notification is one line.
            """)

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 0

    @Option(help: ArgumentHelp("A push key to reject; may be given several times.", valueName: "pushkey"))
    var reject: [String] = []

    @Flag(help: "Print each notification completely, as JSON.")
    var json = false

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port is a number from 0 to 65535.") }
    }

    func run() async throws {
        var logger = Logger(label: "herald.push-gateway") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .error
        let service = PushGatewayService(host: host, port: port, rejecting: Set(reject), isJSON: json)
        // The service group handles signals before the gateway starts, so that an early signal is not lost.
        var configuration = ServiceGroupConfiguration(
            services: [.init(service: service, successTerminationBehavior: .gracefullyShutdownGroup)], logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as NodeError {
            try FileHandle.standardError.write(contentsOf: Data("herald push-gateway: \(error)\n".utf8))
            throw ExitCode.failure
        }
    }
}

/// Runs a push gateway until the program receives a signal.
private struct PushGatewayService: Service {
    let host: String
    let port: Int
    let rejecting: Set<String>
    let isJSON: Bool

    func run() async throws {
        let isJSON = isJSON
        let hangups = await Hangups(at: "herald push-gateway").answer()
        defer { hangups.cancel() }
        let gateway = try await PushGateway.start(host: host, port: port, rejecting: rejecting) { notification in
            let json = String(decoding: JSONValue.object(notification).serialized(), as: UTF8.self)
            Self.print(isJSON ? PrintedText.json(json) : Self.line(notification))
        }
        Self.print("listening on \(gateway.baseURL)")
        try? await gracefulShutdown()
        await gateway.stop()
    }

    /// Returns the most important data of a notification in one line, even if a text from the node contains line breaks.
    private static func line(_ notification: JSONObject) -> String {
        let unread = notification["counts"]?["unread"]?.intValue ?? 0
        let device = notification["devices"]?.arrayValue?.first
        var parts = ["to \(device?["pushkey"]?.stringValue ?? "?"):"]
        if let event = notification["event_id"]?.stringValue {
            parts.append("\(notification["type"]?.stringValue ?? "an event") \(event)")
            parts.append("priority \(notification["prio"]?.stringValue ?? "high"),")
        }
        if device?["tweaks"]?["highlight"] == true { parts.append("highlight,") }
        parts.append("\(unread) unread")
        return PrintedText.line(parts.joined(separator: " "))
    }

    private static func print(_ line: String) {
        try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8))
    }
}
