import HeraldJSON
import SDNWire
@testable import SDNNode

/// A client that knows a room only through sync, and closes gaps with messages.
struct FoldingClient {
    /// The client's data of one room.
    struct Room {
        var timeline: [String] = []
        /// The state events of the timeline.
        var stateEvents: Set<String> = []
        /// Event ids by "type|state key".
        var state: [String: String] = [:]
        /// Stretches that are missing: before the event at the index, from this token back.
        var gaps: [(before: String, token: String)] = []
    }

    let user: RoomUser
    var since: String?
    var rooms: [String: Room] = [:]
    var left: Set<String> = []
    var invited: Set<String> = []

    init(_ user: RoomUser) { self.user = user }

    mutating func sync(filter: JSONValue? = nil) async throws {
        let answer = try await user.sync(since: since, filter: filter)
        for (id, section) in answer.at("rooms", "join").objectValue ?? [:] {
            if left.remove(id) != nil { rooms[id] = nil }
            invited.remove(id)
            fold(section, into: id)
        }
        for (id, section) in answer.at("rooms", "leave").objectValue ?? [:] {
            fold(section, into: id)
            left.insert(id)
            invited.remove(id)
        }
        for (id, _) in answer.at("rooms", "invite").objectValue ?? [:] {
            invited.insert(id)
            // Left and invited again since the last answer: only the invitation is told.
            if rooms[id] != nil { left.insert(id) }
        }
        since = answer.nextBatch
    }

    private mutating func fold(_ section: JSONValue, into id: String) {
        var room = rooms[id] ?? Room()
        for event in section.list("state", "events") { room.apply(event) }
        let events = section.list("timeline", "events")
        if section.at("timeline", "limited") == true, let token = section.text("timeline", "prev_batch") {
            room.gaps.append((before: events.first?.eventID ?? "", token: token))
        }
        for event in events {
            room.timeline.append(event.eventID)
            if event["state_key"] != nil { room.stateEvents.insert(event.eventID) }
            room.apply(event)
        }
        rooms[id] = room
    }

    /// Reads what the gaps of a room hide.
    mutating func fillGaps(_ id: String, limit: Int) async throws {
        guard var room = rooms[id] else { return }
        for gap in room.gaps {
            let index = room.timeline.firstIndex(of: gap.before) ?? room.timeline.count
            let known = Set(room.timeline)
            var missing: [String] = [], from: String? = gap.token
            paging: while let token = from {
                let page = try await user.messages(id, from: token, limit: limit)
                for event in page.list("chunk") {
                    if known.contains(event.eventID) { break paging }
                    missing.append(event.eventID)
                }
                from = page.text("end")
            }
            room.timeline.insert(contentsOf: missing.reversed(), at: index)
        }
        room.gaps = []
        rooms[id] = room
    }
}

extension FoldingClient.Room {
    fileprivate mutating func apply(_ event: JSONValue) {
        guard let key = event.text("state_key") else { return }
        state[event.type + "|" + key] = event.eventID
    }
}
