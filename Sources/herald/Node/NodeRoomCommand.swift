import ArgumentParser
import Foundation
import HeraldJSON

/// The command `herald node room`: its subcommands list and change a running node's rooms.
struct NodeRoomCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "room", abstract: "List, purge and close the rooms of a running node.",
        subcommands: [
            NodeRoomList.self, NodeRoomShow.self, NodeRoomPurge.self, NodeRoomShutdown.self, NodeRoomDelete.self,
        ])
}

/// The room that a command concerns.
struct NodeRoomTarget: ParsableArguments {
    @Argument(help: "The room ID, such as !abc:example.org.")
    var room: String

    /// Returns the path of the room in the operator's endpoints, or of an action on it.
    func path(_ action: String? = nil) -> [String] { ["rooms", room] + (action.map { [$0] } ?? []) }
}

/// The command `herald node room list`.
struct NodeRoomList: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List rooms, in the order in which they were made.")

    @OptionGroup var page: NodePageOptions

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        let answer = try await node.client.call("GET", ["rooms"], query: page.query)
        CommandOutput(json: node.json).page(
            answer, "rooms", columns: ["room_id", "joined_members", "is_closed", "name"])
    }
}

/// The command `herald node room show`.
struct NodeRoomShow: NodeOperatorCommand {
    static let configuration = CommandConfiguration(commandName: "show", abstract: "Show a room.")

    @OptionGroup var target: NodeRoomTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "GET", target.path())
    }
}

/// The command `herald node room purge`.
struct NodeRoomPurge: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "purge", abstract: "Delete the messages of a room before an event or a day.",
        discussion: """
            State events and the newest event stay. If the answer says that work is pending, the node goes on in the background, also after a restart.
            """)

    @OptionGroup var target: NodeRoomTarget

    @Option(help: "The ID of the first event that stays.")
    var beforeEvent: String?

    @Option(help: "Delete messages that are older than this number of days.")
    var olderThan: Int?

    func validate() throws {
        guard (beforeEvent != nil) != (olderThan != nil) else {
            throw ValidationError("Give one of --before-event and --older-than.")
        }
        guard (0...36_500).contains(olderThan ?? 0) else {
            throw ValidationError("--older-than is a number of days from 0 to 36500.")
        }
    }

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        var body: JSONObject = [:]
        if let beforeEvent { body["before_event"] = .string(beforeEvent) }
        if let olderThan {
            body["before_time"] = .int(Int64((Date.now.timeIntervalSince1970 - Double(olderThan) * 86_400) * 1_000))
        }
        try await printAnswer(to: "POST", target.path("purge"), body: body)
    }
}

/// The command `herald node room shutdown`.
struct NodeRoomShutdown: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "shutdown", abstract: "Remove all members from a room for good. Its messages stay.")

    @OptionGroup var target: NodeRoomTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "POST", target.path("close"), body: [:])
    }
}

/// The command `herald node room delete`.
struct NodeRoomDelete: NodeOperatorCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete", abstract: "Remove all members from a room for good, and delete its messages.",
        discussion: """
            What stays are the state events, such as those that tell the clients of the members that they have left.
            """)

    @OptionGroup var target: NodeRoomTarget

    @OptionGroup var node: NodeOperatorOptions

    func work() async throws {
        try await printAnswer(to: "POST", target.path("close"), body: ["purge": true])
    }
}
