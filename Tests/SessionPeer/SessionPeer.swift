import Foundation
import HeraldJSON
import SDNSDK
import SDNStoreEncryption

/// A session in a process of its own, for tests that kill or measure it:
/// `SessionPeer talk|finish|endure|upload|upload-sealed|notify FOLDER NODE USER NUMBER`. The access token is read from `SESSION_TOKEN`. Each line it prints is something that has happened.
///
/// `talk` opens the store, starts, and hands messages over until it is killed; `stored N` is an acknowledgement, NUMBER the round. `finish`
/// lets the outbox run empty, walks to the beginning of the room, and ends. `endure` is for a node that answers with too much: it takes
/// answers of 8 MiB, sends NUMBER messages, finishes, and says `peak N`, by how many bytes the process has grown at most. `upload` sends the
/// file `FOLDER.file`, which has NUMBER bytes, and says `cached N`, the length of what the media cache then has, and `peak N`. `upload-sealed`
/// does the same with an encrypted store. `notify` shows the notification of the event in `SESSION_EVENT` of `SESSION_ROOM` (see ``Notify``).
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
        if arguments[1] == "notify" { return try await Notify.run(credentials, folder: arguments[2]) }
        let endures = arguments[1] == "endure"
        let clock = endures ? restless : .system
        let options = MXSDKOptions()
        if endures { options.maximumResponseBytes = 8 << 20 }
        let client = MXRestClient(credentials: credentials, options: options, clock: clock)
        let folder = URL(fileURLWithPath: arguments[2], isDirectory: true)
        let media = URL(fileURLWithPath: arguments[2] + ".media", isDirectory: true)
        let session = MXSession(
            sdnRestClient: client, clock: clock, mediaManager: MXMediaManager(restClient: client, folder: media))
        let store =
            try arguments[1] == "upload-sealed"
            ? MXFileStore(directory: folder, encryptionKey: [UInt8](0..<32)) : MXFileStore(directory: folder)
        try await session.setStore(store)
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
        case "upload", "upload-sealed":
            try await upload(URL(fileURLWithPath: arguments[2] + ".file", isDirectory: false), session, room)
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

    private static func upload(_ file: URL, _ session: MXSession, _ room: MXRoom) async throws {
        // The code is loaded before the measurement begins. The first upload also makes the first connection.
        try await room.sendImage(data: Data([1]), mimeType: "image/png")
        let rest = Memory.beginPeak()
        let eventId = try await room.sendFile(localURL: file, mimeType: "video/mp4")
        let peak = Memory.peak - rest
        let event = try await session.sdnRestClient.event(withEventId: eventId, inRoom: room.roomId)
        let cached = session.mediaManager.cachedFile(for: event.content["url"]?.stringValue ?? "")
        let about = try cached.map { try FileManager.default.attributesOfItem(atPath: $0.path) }
        say("cached \((about?[.size] as? NSNumber)?.int64Value ?? 0)")
        say("peak \(peak)")
        session.mediaManager.clearCache()
        await session.close()
        say("finished")
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
