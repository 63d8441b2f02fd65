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

    @Test("a session with a listener keeps the states of the rooms used last, and of those with listeners of their own")
    func limit() async throws {
        let quiet = try await QuietSession(), session = quiet.session
        let states = Mutex<[String: Int]>([:])
        _ = session.listenToEvents([.roomMessage]) { event, _, state in
            guard let state = state as? MXRoomState, let roomId = event.roomId else { return }
            states.withLock { $0[roomId] = state.eventCount }
        }
        try await take(quiet) { roomId in
            let members = (1...200).map { number in
                let user = "@user\(number):x"
                return QuietSession.state(
                    "m.room.member", user, ["membership": "join"], from: user, id: "$\(number)" + roomId)
            }
            return ["state": ["events": .array(members)]]
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
