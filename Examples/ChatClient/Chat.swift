import Foundation
import HeraldJSON
import SDNSDK

/// Carries out the commands that the user types, in the room or thread that is open.
@MainActor
final class Chat {
    static let help = """
        /rooms           lists the rooms
        /rooms WORDS     lists some of them: unread, people, favourites, low, invitations, in SPACE, or those with a name
        /new NAME        creates a room and opens it
        /join NUMBER     accepts an invitation of the list, or joins a room by its ID or alias
        /open NUMBER     opens a room of the list; a line without a slash is sent to it
        /invite USER     invites a user to the open room
        /older           shows older messages
        /reply N TEXT    replies to the message with number N
        /react N EMOJI   reacts to a message
        /threads         lists the threads of the room
        /thread N        opens the thread of a message, or begins one; /back returns to the room
        /file PATH       sends a file
        /save N PATH     downloads the file of a message
        /quit            ends the program; what was not sent yet is sent at the next start
        """

    private let session: MXSession
    /// The rooms in the order in which they were last listed.
    private var listed: [MXRoomSummary] = []
    private var open: OpenRoom?
    private var tasks: [Task<Void, Never>] = []

    init(_ session: MXSession) { self.session = session }

    /// Runs the commands until the user quits.
    func run(_ lines: AsyncStream<String>) async {
        Screen.show("you are \(session.myUserId); /help lists the commands")
        listRooms("")
        // Stored rooms can be read while the node is not reachable, so nothing waits for the start.
        tasks = [
            Task { await attempt(start) }, Task { await followInvitations() },
        ]
        for await line in lines {
            if line == "/quit" { break }
            await attempt { try await self.carryOut(line) }
        }
        open?.close()
        for task in tasks { task.cancel() }
    }

    private func start() async throws {
        try await session.start()
        Screen.show("* up to date")
    }

    /// Runs an action and shows its error as a sentence.
    private func attempt(_ action: () async throws -> Void) async {
        do { try await action() } catch is CancellationError {} catch {
            Screen.show("error: \(error.localizedDescription)")
        }
    }

    /// Runs an action that waits for the node, while the user goes on.
    private func meanwhile(_ action: @escaping @MainActor () async throws -> Void) {
        tasks.append(Task { await attempt(action) })
    }

    private func carryOut(_ line: String) async throws {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case nil: break
        case "/help": Screen.show(lines: Self.help)
        case "/rooms": listRooms(rest)
        case "/new": try await show(session.createRoom(withName: rest))
        case "/join": try await show(session.joinRoom(room(rest)?.roomId ?? rest))
        case "/open":
            guard let room = room(rest) else { throw Refusal(text: "there is no room \(rest); /rooms lists them") }
            try await show(room)
        case "/invite":
            try await openRoom().room.invite(.userId(rest))
            Screen.show("* invited \(rest)")
        case "/older": try await openRoom().showOlder()
        case "/reply":
            let (open, item, text) = try message(rest, "/reply needs the number of a message, and a text")
            meanwhile { try await open.room.sendReply(to: item.original, textMessage: text) }
        case "/react":
            let (open, item, emoji) = try message(rest, "/react needs the number of a message, and an emoji")
            meanwhile { try await open.room.sendReaction(emoji, to: item.original) }
        case "/threads": try await listThreads()
        case "/thread":
            let (open, item, _) = try message(rest + " .", "/thread needs the number of a message")
            if item.original.isLocalEvent { throw Refusal(text: "this message is not on the node yet") }
            try await show(open.room, thread: item.threadRootId ?? item.original.eventId)
        case "/back": try await show(openRoom().room)
        case "/file":
            let (open, file) = (try openRoom(), URL(fileURLWithPath: rest))
            meanwhile {
                _ = try await open.room.sendFile(
                    localURL: file, mimeType: "application/octet-stream", threadId: open.threadRootId)
            }
        case "/save": try await save(rest)
        case let command? where command.hasPrefix("/"):
            throw Refusal(text: "there is no command \(command); /help lists them")
        default:
            // The call returns when the message is in the store. It is sent as soon as the node can be reached.
            let content: JSONObject = ["msgtype": "m.text", "body": .string(line)]
            let open = try openRoom()
            _ = try await open.room.queueEvent(.roomMessage, content: content, threadId: open.threadRootId)
        }
    }

    private func listRooms(_ words: String) {
        let list = session.roomList(MXRoomListOptions(filter: RoomLines.filter(words, session))).snapshot
        listed = Array(list.rooms)
        for (index, room) in listed.enumerated() { Screen.show("\(index + 1). \(RoomLines.line(room))") }
        if listed.isEmpty { Screen.show("* there are no such rooms") }
    }

    private func followInvitations() async {
        var known: Set<String> = []
        for await list in session.roomList(MXRoomListOptions(filter: .invite)) {
            for room in list.rooms where known.insert(room.roomId).inserted {
                Screen.show("* you are invited to \(room.displayName); /rooms lists the invitation, /join accepts it")
            }
        }
    }

    /// Returns the room with a number of the last list.
    private func room(_ number: String) -> MXRoom? {
        guard let number = Int(number), listed.indices.contains(number - 1) else { return nil }
        return session.room(withRoomId: listed[number - 1].roomId)
    }

    private func openRoom() throws -> OpenRoom {
        guard let open else { throw Refusal(text: "no room is open; /open opens one") }
        return open
    }

    /// Returns the message that a command names by its number, and the rest of the command.
    private func message(_ text: String, _ usage: String) throws -> (OpenRoom, MXTimelineItem, String) {
        let open = try openRoom()
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let item = Int(words[0]).flatMap(open.item) else { throw Refusal(text: usage) }
        return (open, item, words[1])
    }

    private func show(_ room: MXRoom, thread rootId: String? = nil) async throws {
        open?.close()
        Screen.show("* \(room.summary.displayName) \(rootId.map { "thread " + $0 } ?? room.roomId)")
        open = try await OpenRoom(room, thread: rootId)
    }

    private func listThreads() async throws {
        let open = try openRoom()
        let list = try await open.room.threadList()
        if list.threads.isEmpty { Screen.show("* there are no threads") }
        for thread in list.threads {
            let unread = thread.notificationCount > 0 ? " (\(thread.notificationCount) unread)" : ""
            let newest = thread.summary.latestEvent?.shortText() ?? ""
            Screen.show(
                "* \(thread.root.shortText()): \(thread.summary.count) in the thread\(unread), the last one: \(newest)")
        }
    }

    private func save(_ text: String) async throws {
        let usage = "/save needs the number of a file in the room, and a path"
        let (_, item, path) = try message(text, usage)
        guard let address = ItemLines.file(of: item)?.url else { throw Refusal(text: usage) }
        try await session.mediaManager.data(for: address).write(to: URL(fileURLWithPath: path))
        Screen.show("* saved \(path)")
    }

    struct Refusal: LocalizedError {
        let text: String
        var errorDescription: String? { text }
    }
}
