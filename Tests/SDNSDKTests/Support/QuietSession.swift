import Foundation
import HeraldJSON
import SDNSDK
import SDNWire
@testable import SDNSession

/// A session that has started and whose node says nothing more by itself: what a sync brings, the test hands over.
struct QuietSession: Sendable {
    let session: MXSession
    let node: AnsweringNode

    /// - Parameter first: the answer to the first sync.
    init(
        _ first: JSONValue = AnsweringNode.oneRoom, store: any MXStore = MXMemoryStore(),
        now: Timestamp = Timestamp(milliseconds: 1_800_000_000_000), starts: Bool = true
    ) async throws {
        node = AnsweringNode()
        node.on("/sync") { _, count in count == 1 ? (200, first) : try await AnsweringNode.silence() }
        session = MXSession.scripted(node, now: now)
        try await session.setStore(store)
        if starts { try await session.start() }
    }

    /// Takes a response in as if a sync had brought it.
    func take(_ response: JSONValue) async throws {
        var object = response.objectValue ?? [:]
        object["next_batch"] = object["next_batch"] ?? "later"
        try await session.handle(JSONDocument(JSONValue.object(object).serialized()))
    }

    /// Takes what is new in one joined room in.
    func take(room: JSONValue, id: String = ScriptedNode.room) async throws {
        try await take(["rooms": ["join": [id: room]]])
    }

    /// Takes messages of the room in.
    func take(events: [JSONValue], id: String = ScriptedNode.room) async throws {
        try await take(room: ["timeline": ["events": .array(events)]], id: id)
    }

    var room: MXRoom { get throws { try session.theRoom } }

    static func message(
        _ id: String, _ body: String = "text", from sender: String = ScriptedNode.other, at time: Int64 = 1,
        more: JSONObject = [:]
    ) -> JSONValue {
        var content: JSONObject = ["msgtype": "m.text", "body": .string(body)]
        for (key, value) in more { content[key] = value }
        return [
            "event_id": .string(id), "type": "m.room.message", "sender": .string(sender),
            "origin_server_ts": .int(time), "content": .object(content),
        ]
    }

    /// A message in a thread.
    static func threaded(
        _ id: String, _ root: String = "$root", from sender: String = ScriptedNode.other, at time: Int64 = 2
    ) -> JSONValue {
        message(
            id, id, from: sender, at: time,
            more: [
                "m.relates_to": [
                    "rel_type": "m.thread", "event_id": .string(root), "is_falling_back": true,
                    "m.in_reply_to": ["event_id": .string(root)],
                ]
            ])
    }

    static func reaction(_ id: String, to target: String, from sender: String = ScriptedNode.other) -> JSONValue {
        [
            "event_id": .string(id), "type": "m.reaction", "sender": .string(sender), "origin_server_ts": 2,
            "content": ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": .string(id)]],
        ]
    }

    static func redaction(_ id: String, of target: String, from sender: String = ScriptedNode.other) -> JSONValue {
        [
            "event_id": .string(id), "type": "m.room.redaction", "sender": .string(sender), "redacts": .string(target),
            "origin_server_ts": 9, "content": ["redacts": .string(target)],
        ]
    }

    static func edit(
        _ id: String, of target: String, _ body: String, from sender: String = ScriptedNode.other, at time: Int64 = 2
    ) -> JSONValue {
        message(
            id, "* " + body, from: sender, at: time,
            more: [
                "m.new_content": ["msgtype": "m.text", "body": .string(body)],
                "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
            ])
    }

    static func state(
        _ type: String, _ content: JSONValue, from sender: String = ScriptedNode.other, at time: Int64 = 1
    ) -> JSONValue {
        state(type, "", content, from: sender, at: time)
    }

    static func state(
        _ type: String, _ key: String, _ content: JSONValue, from sender: String = ScriptedNode.other,
        id: String? = nil, at time: Int64 = 1
    ) -> JSONValue {
        [
            "event_id": .string(id ?? "$\(type)\(key)\(time)"), "type": .string(type), "state_key": .string(key),
            "sender": .string(sender),
            "origin_server_ts": .int(time), "content": content,
        ]
    }

    static func receipt(
        _ eventId: String, _ userId: String, type: String = "m.read", ts: Int64 = 1, thread: String? = nil
    ) -> JSONValue {
        var data: JSONObject = ["ts": .int(ts)]
        data["thread_id"] = thread.map(JSONValue.string)
        return ["events": [["type": "m.receipt", "content": [eventId: [type: [userId: .object(data)]]]]]]
    }
}
