import ArgumentParser
import Foundation
import HeraldJSON
import SDNSDK

/// `HeraldInterop load`: clients that log in again and again and send messages, for `scripts/interop` to kill their servers meanwhile.
///
/// Reads requests from standard input, and answers each with a line. The request `begin` is answered when every client is in the room. The request `finish`
/// ends the load, and is answered when every outbox is empty, with the number of messages by sender and the counts of ``LoadRecord``.
struct LoadCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load", abstract: "Log in and send messages until the caller ends it.")

    @Option(help: "The URL that the clients use.")
    var homeserver: String

    @Option(help: "The ID of a room that everybody can join.")
    var room: String

    @Option(help: "The directory of the clients' stores.")
    var store: String

    @Option(help: "The number of clients.")
    var clients = 4

    func run() async throws {
        guard let node = URL(string: homeserver) else { throw ValidationError("--homeserver is not a URL.") }
        let folder = URL(fileURLWithPath: store, isDirectory: true)
        let record = LoadRecord()
        let all = (0..<clients).map { number in
            LoadClient(
                node: node, root: number.isMultiple(of: 2) ? .matrix : .api, room: room,
                store: folder.appending(path: "client\(number)"), record: record)
        }
        var load: Task<JSONValue, any Error>?
        for await line in Self.lines() {
            do {
                switch try JSONValue(parsing: line)["op"]?.stringValue {
                case "begin" where load == nil:
                    let sessions = try await Self.each(all) { try await $0.enter() }
                    load = Task {
                        .object(JSONObject(uniqueKeysWithValues: try await Self.each(sessions) { try await $0.live() }))
                    }
                    say(["ok": true])
                case "finish":
                    await record.end()
                    guard let sent = try await load?.value else { throw Refuted("the load has not begun") }
                    say(["ok": true, "sent": sent, "record": await record.value])
                default: throw Refuted("expected begin, and then finish")
                }
            } catch {
                say(["ok": false, "error": .string("\(error)")])
            }
        }
        load?.cancel()
    }

    /// Runs `body` for every element at the same time. Returns the results in no order.
    private static func each<Element: Sendable, Value: Sendable>(
        _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Value
    ) async throws -> [Value] {
        try await withThrowingTaskGroup(of: Value.self) { group in
            for element in elements { group.addTask { try await body(element) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    /// Returns the lines of standard input. Its own thread waits for them.
    private static func lines() -> AsyncStream<String> {
        AsyncStream { lines in
            Thread.detachNewThread {
                while let line = readLine() { lines.yield(line) }
                lines.finish()
            }
        }
    }

    private func say(_ line: JSONValue) {
        // The reader may be gone. The failure to write could then be reported to nobody.
        try? FileHandle.standardOutput.write(contentsOf: Data(line.serialized() + [0x0A]))
    }
}
