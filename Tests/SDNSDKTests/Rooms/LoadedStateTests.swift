import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@testable import SDNSession
@testable import SDNValues

@Suite("The states of rooms in memory", .timeLimit(.minutes(10)))
struct LoadedStateTests {
    private static let rooms = (1...50).map { "!\($0):x" }

    private func take(_ quiet: QuietSession, _ room: (String) -> JSONValue) async throws {
        let rooms = JSONObject(uniqueKeysWithValues: Self.rooms.map { ($0, room($0)) })
        try await quiet.take(["rooms": ["join": .object(rooms)]])
    }

    private func loaded(_ session: MXSession) -> [String: Int] {
        var events: [String: Int] = [:]
        for room in session.rooms { events[room.roomId] = room.liveTimeline.state?.eventCount }
        return events
    }

    private func members(_ roomId: String) -> [JSONValue] {
        (1...200).map { number in
            let user = "@user\(number):x"
            return QuietSession.state(
                "m.room.member", user, ["membership": "join"], from: user, id: "$\(number)" + roomId)
        }
    }

    /// Two names of a room, with a message after each.
    private func renamed(_ roomId: String) -> [JSONValue] {
        var second = QuietSession.state("m.room.name", "", ["name": "two"], id: "$two" + roomId).objectValue ?? [:]
        second["unsigned"] = ["replaces_state": .string("$one" + roomId), "prev_content": ["name": "one"]]
        return [
            QuietSession.state("m.room.name", "", ["name": "one"], id: "$one" + roomId),
            QuietSession.message("$a" + roomId), .object(second), QuietSession.message("$b" + roomId),
        ]
    }

    @Test("a room that was paginated releases its state like others, and pagination continues where it was")
    func paginated() async throws {
        let quiet = try await QuietSession(), session = quiet.session
        try await take(quiet) { roomId in
            ["state": ["events": .array(members(roomId))], "timeline": ["events": .array(renamed(roomId))]]
        }
        for roomId in Self.rooms {
            let timeline = try #require(session.room(withRoomId: roomId)).liveTimeline
            timeline.resetPagination()
            try await timeline.paginate(1, direction: .backwards, onlyFromStore: true)
        }
        let kept = loaded(session)
        let back = session.rooms.map { $0.liveTimeline.changing.withLock { $0.backState?.eventCount ?? 0 } }
        #expect(kept.values.reduce(0, +) + back.reduce(0, +) <= LoadedStates.limit && kept.count > 10)
        let idle = try #require(Self.rooms.first { kept[$0] == nil }), room = session.room(withRoomId: idle)
        let timeline = try #require(room).liveTimeline
        #expect(timeline.changing.withLock { $0.backState == nil })
        try await quiet.take(events: [QuietSession.message("$new")], id: idle)
        let seen = Mutex<[String]>([])
        _ = timeline.listenToEvents { event, direction, state in
            guard direction == .backwards else { return }
            seen.withLock { $0.append(event.eventId + " after " + (state?.name ?? "none")) }
        }
        try await timeline.paginate(2, direction: .backwards, onlyFromStore: true)
        #expect(seen.withLock { $0 } == ["$two\(idle) after one", "$a\(idle) after one"])
        await session.close()
    }

    @Test("a session with a listener keeps the states of the rooms used last, and of those with listeners of their own")
    func limit() async throws {
        let quiet = try await QuietSession(), session = quiet.session
        let states = Mutex<[String: Int]>([:])
        _ = session.listenToEvents([.roomMessage]) { event, _, state in
            guard let state = state as? MXRoomState, let roomId = event.roomId else { return }
            states.withLock { $0[roomId] = state.eventCount }
        }
        try await take(quiet) { roomId in
            ["state": ["events": .array(members(roomId))]]
        }
        let first = loaded(session)
        #expect(first.values.reduce(0, +) <= LoadedStates.limit && first.count > 20)
        let watched = try #require(Self.rooms.first { first[$0] == nil }.flatMap { session.room(withRoomId: $0) })
        _ = watched.liveTimeline.listenToEvents { _, _, _ in }
        try await quiet.take(events: [QuietSession.message("$own")], id: watched.roomId)
        #expect(states.withLock { $0[watched.roomId] } == 200, "a state that was released is read again")
        try await take(quiet) { ["timeline": ["events": [QuietSession.message("$in" + $0)]]] }
        #expect(states.withLock { $0.count { $0.value == 200 } } == Self.rooms.count)
        let then = loaded(session)
        #expect(then[watched.roomId] == 200 && then.values.reduce(0, +) <= LoadedStates.limit)
        let released = try #require(Self.rooms.first { then[$0] == nil }.flatMap { session.room(withRoomId: $0) })
        #expect(try await released.state().eventCount == 200 && released.liveTimeline.state != nil)
        await session.close()
    }
}
