import Foundation
import HeraldJSON
import SDNSDK

/// A session in a process of its own, for tests that kill or measure it: `SessionPeer talk|finish|endure FOLDER NODE USER NUMBER`. The access
/// token is read from `SESSION_TOKEN`. Each line it prints is something that has happened.
///
/// `talk` opens the store, starts, and hands messages over until it is killed; `stored N` is an acknowledgement, NUMBER the round. `finish`
/// lets the outbox run empty, walks to the beginning of the room, and ends. `endure` is for a node that answers with too much: it takes
/// answers of 8 MiB, sends NUMBER messages, finishes, and says `peak N`, by how many bytes the process has grown at most.
@main
struct SessionPeer {
    static func main() async throws {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let number = Int(arguments[5]) else { exit(2) }
        let credentials = MXCredentials(
            node: arguments[3], userId: arguments[4], accessToken: ProcessInfo.processInfo.environment["SESSION_TOKEN"])
        Thread.detachNewThread {
            // The test that started this process has the other end, and without it nobody would stop the process.
            while !FileHandle.standardInput.availableData.isEmpty {}
            _exit(4)
        }
        let endures = arguments[1] == "endure"
        let clock = endures ? restless : .system
        let options = MXSDKOptions()
        if endures { options.maximumResponseBytes = 8 << 20 }
        let client = MXRestClient(credentials: credentials, options: options, clock: clock)
        let session = MXSession(sdnRestClient: client, clock: clock)
        try await session.setStore(MXFileStore(directory: URL(fileURLWithPath: arguments[2], isDirectory: true)))
        say("opened")
        let before = Memory.beginPeak()
        let updates = session.updates()
        Task {
            for await update in updates {
                if case .event(let event) = update, event.stateKey == nil { say("heard \(event.eventId)") }
            }
        }
        try await untilItWorks(endures) { try await session.start() }
        say("started")
        guard let room = session.joinedRooms.first else { exit(3) }
        switch arguments[1] {
        case "talk": try await talk(room, number)
        case "endure":
            for number in 0..<number {
                try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": .string("m\(number)")])
            }
            try await finish(session, room, isPersistent: true)
            say("peak \(Memory.peak - before)")
        default: try await finish(session, room)
        }
    }

    /// Between retries no time passes.
    private static let restless = RetryClock(
        now: { .zero }, sleep: { _ in try Task.checkCancellation() }, jitter: { _ in .zero })

    private static func untilItWorks(_ isPersistent: Bool, _ body: @Sendable () async throws -> Void) async throws {
        while true {
            do {
                return try await body()
            } catch {
                guard isPersistent else { throw error }
            }
        }
    }

    private static func talk(_ room: MXRoom, _ round: Int) async throws {
        for number in 0..<900 {
            try await room.queueEvent(
                .roomMessage, content: ["msgtype": "m.text", "body": .string("m\(round * 1_000 + number)")])
            say("stored \(round * 1_000 + number)")
            if number % 5 == 4 { try await room.liveTimeline.paginate(10, direction: .backwards) }
        }
    }

    private static func finish(_ session: MXSession, _ room: MXRoom, isPersistent: Bool = false) async throws {
        let updates = room.liveTimeline.updates()
        if !room.outgoingMessages().isEmpty {
            for await _ in updates where room.outgoingMessages().isEmpty { break }
        }
        room.liveTimeline.resetPagination()
        while room.liveTimeline.canPaginate(.backwards) {
            try await untilItWorks(isPersistent) { try await room.liveTimeline.paginate(200, direction: .backwards) }
        }
        await session.close()
        say("finished")
    }

    private static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }
}
