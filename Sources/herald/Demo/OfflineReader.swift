import ArgumentParser
import Foundation
import HeraldJSON
import SDNSDK
import Synchronization

/// A process that reads an account's store without network access. Everything that it prints therefore comes from the disk.
struct OfflineReader: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "offline-reader",
        abstract: "Read an account's store without a network; a part of the demonstration.", shouldDisplay: false)

    @Option(help: "The folder of the stores.")
    var store: String
    @Option(help: "The URL of the account's node.")
    var node: String
    @Option(help: "The user ID of the account.")
    var user: String
    @Option(help: "The room to read.")
    var room: String

    func run() async throws {
        let transport = NoNetwork()
        let credentials = MXCredentials(node: node, userId: user, accessToken: nil)
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials, transport: transport))
        let fileStore = MXFileStore(directory: URL(fileURLWithPath: store))
        try await session.setStore(fileStore)
        guard let room = session.room(withRoomId: room) else { throw DemoError("the store does not have the room") }
        let bodies = Mutex<[String]>([])
        let timeline = room.liveTimeline
        _ = timeline.listenToEvents([.roomMessage]) { event, _, _ in
            if let body = event.content["body"]?.stringValue { bodies.withLock { $0.append(body) } }
        }
        timeline.resetPagination()
        try await timeline.paginate(1_000, direction: .backwards, onlyFromStore: true)
        let size =
            try fileStore.file.map { try FileManager.default.attributesOfItem(atPath: $0.path)[.size] as? Int ?? 0 }
            ?? 0
        let report: JSONValue = [
            "process": .int(Int64(ProcessInfo.processInfo.processIdentifier)),
            "name": .string(room.summary.displayName),
            "bodies": .array(bodies.withLock { $0 }.map(JSONValue.string)), "requests": .int(transport.requests),
            "bytes": .int(Int64(size)),
        ]
        await session.close()
        print(String(decoding: report.serialized(), as: UTF8.self))
    }

    /// Runs the reader as a process of its own, and returns what it prints.
    static func run(store: URL, person: Demo.Person, roomId: String) async throws -> JSONValue {
        guard let node = person.credentials.node, let user = person.credentials.userId else {
            throw DemoError("the reader needs a login with a node and a user")
        }
        let process = Process()
        process.executableURL = try ServerProcess.herald()
        process.arguments = [
            "offline-reader", "--store", store.path, "--node", node, "--user", user, "--room", roomId,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let handle = output.fileHandleForReading
        let text = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: (try? handle.readToEnd()) ?? Data()) }
        }
        process.waitUntilExit()
        try require(process.terminationStatus == 0, "the reader ended with \(process.terminationStatus)")
        return try JSONValue(parsing: Array(text))
    }
}

/// A transport that counts the calls and lets each of them fail.
private final class NoNetwork: HTTPTransport {
    private let count = Mutex<Int64>(0)
    var requests: Int64 { count.withLock { $0 } }

    func send(_ request: TransportRequest) async throws -> TransportResponse {
        count.withLock { $0 += 1 }
        throw SDNSDKError(.cannotConnect, reason: "this process has no network")
    }

    func close() {}
}
