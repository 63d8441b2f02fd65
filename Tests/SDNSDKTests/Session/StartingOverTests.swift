import Foundation
import HeraldJSON
import TestSupport
import SDNSDK
import Testing
@testable import SDNSession

@Suite("Beginning with an initial sync again", .timeLimit(.minutes(10)))
struct StartingOverTests {
    @Test(
        "a since token that the node refuses is dropped in the same run; history stays, and new events come once",
        arguments: [2, 100])
    func refusedToken(limit: Int) async throws {
        let node = ScriptedNode()
        for number in 1...5 { node.say("old \(number)") }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        await session.pause()
        let new = (1...4).map { node.say("new \($0)") }
        node.add("m.room.name", ["name": "Late"], stateKey: "")
        node.limit = limit
        node.refuseToken()
        try await session.resume()
        #expect(session.state == .running)
        #expect(node.requests("/sync").last { !($0.url.query ?? "").contains("since=") } != nil)
        #expect(heard.ids(.forwards) == (limit == 2 ? [new[3], node.eventIDs.last ?? ""] : node.eventIDs.suffix(5)))
        #expect(try await session.theRoom.state().name == "Late")
        #expect(try await session.theRoom.state().members.memberName(ScriptedNode.other) == "Other")
        timeline.resetPagination()
        try await timeline.paginate(100, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        await session.close()
    }

    @Test("the outbox survives a refused token")
    func outbox() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        await session.pause()
        try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "waiting"])
        var updates = Updates(room.liveTimeline.updates())
        node.refuseToken()
        try await session.resume()
        _ = try await updates.first { $0.liveEvent?.body == "waiting" ? true : nil }
        #expect(node.texts == ["waiting"])
        await session.close()
    }

    @Test(
        "a room that an initial response does not have was left, unless the filter leaves rooms out",
        arguments: [true, false])
    func absentRoom(listsEveryRoom: Bool) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        let filter =
            listsEveryRoom ? MXFilterJSONModel() : MXFilterJSONModel(json: ["room": ["not_rooms": ["!hidden:b"]]])
        try await session.start(withSyncFilter: filter)
        let empty: JSONValue = ["next_batch": "s3", "rooms": ["join": ["!a:b": ["timeline": ["events": []]]]]]
        _ = try await session.handle(JSONDocument(empty.serialized()), isInitial: true)
        #expect(session.rooms.map(\.roomId) == (listsEveryRoom ? ["!a:b"] : [ScriptedNode.room, "!a:b"]))
        await session.close()
    }

    @Test(
        "a session with another filter than its store's begins with an initial sync, and with the same filter it continues"
    )
    func otherFilter() async throws {
        let folder = try TemporaryFolder()
        let node = ScriptedNode()
        node.say("hello")
        for (limit, isInitial) in [(10, true), (10, false), (30, true)] as [(UInt, Bool)] {
            let session = MXSession.scripted(node)
            try await session.setStore(MXFileStore(directory: folder.url))
            let before = node.requests("/sync").count
            try await session.start(withSyncFilter: .syncFilterForLazyLoading(withMessageLimit: limit))
            let request = try #require(node.requests("/sync").dropFirst(before).first)
            #expect((request.url.query ?? "").contains("since=") != isInitial)
            let heard = Heard(try session.theRoom.liveTimeline)
            try await session.theRoom.liveTimeline.paginate(100, direction: .backwards, onlyFromStore: true)
            #expect(heard.ids(.backwards) == node.eventIDs.reversed())
            await session.close()
        }
    }

    @Test("a filter that the node no longer has after a pause is stored again")
    func filterForgottenInPause() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        await session.pause()
        node.fail("/sync", .answer(404, ["errcode": "M_NOT_FOUND", "error": "no such filter"]))
        try await session.resume()
        #expect(session.syncFilterId == "f2" && session.state == .running)
        await session.close()
    }
}

extension ScriptedNode {
    /// Refuses the next token that it is given: twice, because the first refusal may be about the filter.
    func refuseToken() {
        for _ in 0..<2 {
            fail("/sync", .answer(400, ["errcode": "M_INVALID_PARAM", "error": "since: this token is not known"]))
        }
    }
}
