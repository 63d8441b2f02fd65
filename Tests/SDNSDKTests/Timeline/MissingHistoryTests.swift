import Foundation
import HeraldJSON
import SDNSDK
import Testing

@testable import SDNSession

@Suite("A repeated timeline and the stored history", .timeLimit(.minutes(10)))
struct MissingHistoryTests {
    /// The IDs of all events of the room, newest first.
    private static let all = (1...23).reversed().map { "$\($0)" }

    private static func event(_ number: Int) -> JSONValue {
        QuietSession.message("$\(number)", "\(number)", at: Int64(number))
    }

    /// A sync response with these events. A token names the event before which it stands.
    private static func response(_ numbers: [Int]) -> JSONValue {
        let (first, last) = (numbers.first ?? 1, numbers.last ?? 1)
        let timeline: JSONValue = [
            "events": .array(numbers.map(Self.event)), "limited": true, "prev_batch": .string("p\(first)"),
        ]
        let rooms: JSONValue = ["join": [ScriptedNode.room: ["timeline": timeline]]]
        return ["next_batch": .string("p\(last + 1)"), "rooms": rooms]
    }

    /// A session whose first sync has brought these events, on a node that has 23 events.
    private func session(stored: [Int], store: any MXStore = MXMemoryStore()) async throws -> QuietSession {
        let quiet = try await QuietSession(Self.response(stored), store: store)
        quiet.node.on("/messages") { request, _ in
            let items = URLComponents(url: request.url, resolvingAgainstBaseURL: false)?.queryItems ?? []
            func number(_ name: String) -> Int? {
                items.first { $0.name == name }?.value.flatMap { Int($0.filter(\.isNumber)) }
            }
            let end = number("from") ?? 24
            let start = max(1, end - (number("limit") ?? 10))
            var page: JSONObject = [
                "start": .string("p\(end)"), "chunk": .array((start..<end).reversed().map(Self.event)),
            ]
            if start > 1 { page["end"] = .string("p\(start)") }
            return (200, .object(page))
        }
        return quiet
    }

    /// Takes in the answer to a sync without a token, as after a refused token or with another filter.
    private func startOver(_ quiet: QuietSession, with numbers: [Int]) async throws {
        try await quiet.session.handle(JSONDocument(Self.response(numbers).serialized()), isInitial: true)
    }

    @Test(
        "an event that is missing between stored ones comes with pagination at its place, and no event is lost",
        arguments: [true, false])
    func missing(keepsHistory: Bool) async throws {
        let quiet = try await session(stored: [20, 22], store: keepsHistory ? MXMemoryStore() : MXNoStore())
        let timeline = try quiet.room.liveTimeline
        let heard = Heard(timeline)
        try await startOver(quiet, with: [20, 21, 22, 23])
        #expect(heard.ids(.forwards) == ["$23"], "only the newest event is new")
        #expect(try await timeline.history().map(\.eventId) == Self.all)
        #expect(try await timeline.history().map(\.eventId) == Self.all, "also when it is read from the store")
        #expect(try quiet.room.summary.lastMessage?.eventId == "$23")
        await quiet.session.close()
    }

    @Test("stored events can be read without the node until the missing ones come")
    func offline() async throws {
        let quiet = try await session(stored: [20, 22])
        let timeline = try quiet.room.liveTimeline
        try await startOver(quiet, with: [20, 21, 22, 23])
        let heard = Heard(timeline)
        timeline.resetPagination()
        try await timeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == ["$23", "$22", "$20"])
        #expect(quiet.node.requests("/messages").isEmpty)
        await quiet.session.close()
    }

    @Test("a list gets the missing event without a request to load more")
    func list() async throws {
        let quiet = try await session(stored: [20, 22])
        let list = Followed(try await quiet.room.timelineUpdates())
        try await startOver(quiet, with: [20, 21, 22, 23])
        try await list.until { $0.map(\.original.eventId).suffix(4) == ["$20", "$21", "$22", "$23"] }
        await quiet.session.close()
    }

    @Test(
        "history is not requested anew if all events are stored, or if pagination brings the missing ones in any case",
        arguments: [[20, 21, 22], [22]])
    func nothingMissing(stored: [Int]) async throws {
        let quiet = try await session(stored: stored)
        let timeline = try quiet.room.liveTimeline
        try await startOver(quiet, with: [20, 21, 22, 23])
        let heard = Heard(timeline)
        timeline.resetPagination()
        try await timeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards) == ["$23"] + stored.reversed().map { "$\($0)" })
        #expect(try quiet.room.summary.askedAnew == nil)
        #expect(try await timeline.history().map(\.eventId) == Self.all)
        await quiet.session.close()
    }
}
