import Foundation
import HeraldJSON
import SDNSDK

/// Carries out the commands that the user types, in the room that is open.
@MainActor
final class Chat {
    static let help = """
        /rooms           lists the rooms
        /new NAME        creates a room and opens it
        /join NUMBER     accepts an invitation of the list, or joins a room by its ID or alias
        /open NUMBER     opens a room of the list; a line without a slash is sent to it
        /invite USER     invites a user to the open room
        /older           shows older messages
        /file PATH       sends a file
        /save N PATH     downloads the file with number N
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
        listRooms()
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

    private func carryOut(_ line: String) async throws {
        let words = line.split(separator: " ", maxSplits: 1).map(String.init)
        let rest = words.count > 1 ? words[1] : ""
        switch words.first {
        case nil: break
        case "/help": Screen.show(lines: Self.help)
        case "/rooms": listRooms()
        case "/new": try await show(session.createRoom(withName: rest))
        case "/join": try await show(session.joinRoom(room(rest)?.roomId ?? rest))
        case "/open":
            guard let room = room(rest) else { throw Refusal(text: "there is no room \(rest); /rooms lists them") }
            try await show(room)
        case "/invite":
            try await openRoom().room.invite(.userId(rest))
            Screen.show("* invited \(rest)")
        case "/older": try await openRoom().showOlder()
        case "/file": try sendFile(URL(fileURLWithPath: rest))
        case "/save": try await save(rest)
        case let command? where command.hasPrefix("/"):
            throw Refusal(text: "there is no command \(command); /help lists them")
        default:
            // The call returns when the message is in the store. It is sent as soon as the node can be reached.
            let content: JSONObject = ["msgtype": "m.text", "body": .string(line)]
            _ = try await openRoom().room.queueEvent(.roomMessage, content: content)
        }
    }

    private func listRooms() {
        listed = Array(session.roomList.snapshot.rooms)
        for (index, room) in listed.enumerated() {
            let unread = room.localUnreadEventCount
            let note = room.membership == .invite ? " (invitation)" : unread > 0 ? " (\(unread) unread)" : ""
            Screen.show("\(index + 1). \(room.displayName)\(note)")
        }
    }

    private func followInvitations() async {
        var known: Set<String> = []
        for await list in session.roomList {
            for room in list.rooms(in: .invites) where known.insert(room.roomId).inserted {
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

    private func show(_ room: MXRoom) async throws {
        open?.close()
        Screen.show("* \(room.summary.displayName) \(room.roomId)")
        open = try await OpenRoom(room)
        // The node may not be reachable, and the user goes on meanwhile.
        tasks.append(Task { try? await room.markAllAsRead() })
    }

    private func sendFile(_ file: URL) throws {
        let room = try openRoom().room
        // A file takes a while. Other commands go on meanwhile.
        tasks.append(
            Task { await attempt { _ = try await room.sendFile(localURL: file, mimeType: "application/octet-stream") } }
        )
    }

    private func save(_ text: String) async throws {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let number = Int(words[0]), let file = try openRoom().file(number) else {
            throw Refusal(text: "/save needs the number of a file in the room, and a path")
        }
        try await session.mediaManager.data(for: file).write(to: URL(fileURLWithPath: words[1]))
        Screen.show("* saved \(words[1])")
    }

    struct Refusal: LocalizedError {
        let text: String
        var errorDescription: String? { text }
    }
}
