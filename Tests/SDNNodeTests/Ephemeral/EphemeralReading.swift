import HeraldJSON
import SDNWire
@testable import SDNNode

extension JSONValue {
    /// The ephemeral events of a joined room with a type.
    func ephemeral(_ room: String, _ type: String) -> [JSONValue] {
        joined(room).list("ephemeral", "events").filter { $0.type == type }
    }

    /// The users who type; `nil` if the answer does not name them.
    func typing(_ room: String) -> [String]? {
        ephemeral(room, "m.typing").last?.list("content", "user_ids").compactMap(\.stringValue)
    }

    /// Receipts as "kind user event thread", in the order of the text.
    func receipts(_ room: String) -> [String] {
        var result: [String] = []
        for event in ephemeral(room, "m.receipt") {
            for (id, kinds) in event["content"]?.objectValue ?? [:] {
                for (kind, users) in kinds.objectValue ?? [:] {
                    for (user, value) in users.objectValue ?? [:] {
                        result.append(
                            [kind, user, id, value.text("thread_id")].compactMap { $0 }.joined(separator: " "))
                    }
                }
            }
        }
        return result.sorted()
    }

    /// Presence by user.
    var presenceStates: [String: String] {
        Dictionary(
            list("presence", "events").map { ($0.text("sender") ?? "", $0.text("content", "presence") ?? "") },
            uniquingKeysWith: { $1 })
    }
}

extension RoomUser {
    func setTyping(_ isTyping: Bool, in room: String, timeout: Int64? = nil) async throws {
        var body: JSONObject = ["typing": .bool(isTyping)]
        body.set("timeout", timeout)
        try await ok("PUT", ["rooms", room, "typing", userID], .object(body))
    }

    func read(_ event: String, in room: String, kind: String = "m.read", thread: String? = nil) async throws {
        var body = JSONObject()
        body.set("thread_id", thread)
        try await ok("POST", ["rooms", room, "receipt", kind, event], .object(body))
    }
}

/// Two users and a room that both are in.
struct Pair {
    let node: TestNode
    let alice: RoomUser
    let bob: RoomUser
    let room: String

    init(_ node: TestNode? = nil) async throws {
        self.node = try node ?? TestNode()
        alice = try await RoomUser(self.node, 1)
        bob = try await RoomUser(self.node, 2)
        room = try await alice.createRoom(["preset": "public_chat"])
        try await bob.join(room)
    }

    /// Waits until so many polls wait on the node.
    func untilWaiting(_ count: Int) async {
        while node.assembly.services.notifier.waiterCount < count, !Task.isCancelled {
            try? await Task.sleep(for: .milliseconds(2))
        }
    }
}
