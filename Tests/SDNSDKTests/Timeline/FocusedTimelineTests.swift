import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("A timeline on an event", .timeLimit(.minutes(10)))
struct FocusedTimelineTests {
    @Test("the timeline begins with the event and its neighbours, and says in which directions it can continue")
    func begins() async throws {
        let node = ScriptedNode()
        for number in 1...30 { node.say("\(number)") }
        node.limit = 4
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let middle = node.eventIDs[15]
        let timeline = room.timeline(onEvent: middle)
        #expect(
            !timeline.isLiveTimeline && timeline.initialEventId == middle
                && timeline.timelineId != room.liveTimeline.timelineId)
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 6)
        #expect(heard.ids(.forwards) == Array(node.eventIDs[15...18]))
        #expect(heard.ids(.backwards) == node.eventIDs[12...14].reversed())
        #expect(timeline.canPaginate(.backwards) && timeline.canPaginate(.forwards))
        #expect(
            (await failure { try await room.liveTimeline.resetPaginationAroundInitialEvent(withLimit: 3) }
                as? SDNSDKError)?.code == .invalidArgument)
        await session.close()
    }

    @Test("a timeline that reaches stored history asks the node no more, and continues when new events come")
    func meets() async throws {
        let node = ScriptedNode()
        for number in 1...30 { node.say("\(number)") }
        node.limit = 12
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let timeline = room.timeline(onEvent: node.eventIDs[19])
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 0)
        while timeline.canPaginate(.forwards) { try await timeline.paginate(5, direction: .forwards) }
        #expect(heard.ids(.forwards) == Array(node.eventIDs[19...]))
        #expect(node.requests("/messages").count == 1, "the first page met the stored events")
        var updates = Updates(room.liveTimeline.updates())
        let late = node.say("late")
        _ = try await updates.first { $0.liveEvent?.eventId == late ? true : nil }
        #expect(timeline.canPaginate(.forwards))
        try await timeline.paginate(5, direction: .forwards)
        #expect(heard.ids(.forwards).last == late && !timeline.canPaginate(.forwards))
        await session.close()
    }

    @Test("paginating forwards fills the gap that a sync left, for all timelines of the room")
    func fillsGap() async throws {
        let node = ScriptedNode()
        for number in 1...5 { node.say("\(number)") }
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        await session.pause()
        for number in 6...60 { node.say("\(number)") }
        node.limit = 3
        try await session.resume()
        let room = try session.theRoom
        let timeline = room.timeline(onEvent: node.eventIDs[2])
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 0)
        while timeline.canPaginate(.forwards) { try await timeline.paginate(7, direction: .forwards) }
        #expect(heard.ids(.forwards) == Array(node.eventIDs[2...]))
        let asked = node.requests("/messages").count
        let live = Heard(room.liveTimeline)
        room.liveTimeline.resetPagination()
        try await room.liveTimeline.paginate(200, direction: .backwards)
        #expect(live.ids(.backwards) == node.eventIDs.reversed() && node.requests("/messages").count == asked)
        await session.close()
    }

    @Test("without the node, the timeline shows the events that are stored")
    func offline() async throws {
        let node = ScriptedNode()
        node.add("m.room.name", ["name": "First"], stateKey: "")
        for number in 1...10 { node.say("\(number)") }
        node.add("m.room.name", ["name": "Second"], stateKey: "")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        await session.pause()
        node.setDown(true)
        let timeline = try session.theRoom.timeline(onEvent: node.eventIDs[8])
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 2)
        #expect(
            heard.ids(.forwards) == Array(node.eventIDs[8...9]) && heard.all.allSatisfy { $0.state?.name == "First" })
        try await timeline.paginate(100, direction: .forwards, onlyFromStore: true)
        try await timeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.ids(.backwards).reversed() + heard.ids(.forwards) == node.eventIDs)
        #expect(timeline.state?.name == "Second")
        await session.close()
    }

    @Test("a filter hides events, and the state still counts all of them", arguments: [true, false])
    func filter(isLive: Bool) async throws {
        let node = ScriptedNode()
        for number in 1...40 {
            node.say("\(number)", sender: number % 2 == 0 ? ScriptedNode.me : ScriptedNode.other)
            node.add("m.room.topic", ["topic": .string("\(number)")], stateKey: "")
        }
        node.limit = 10
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        let timeline = isLive ? room.liveTimeline : room.timeline(onEvent: node.eventIDs.last ?? "")
        var filter = MXRoomEventFilter()
        filter.types = ["m.room.mess*"]
        filter.senders = [ScriptedNode.me]
        timeline.roomEventFilter = filter
        let heard = Heard(timeline)
        timeline.resetPagination()
        while timeline.canPaginate(.backwards) { try await timeline.paginate(3, direction: .backwards) }
        #expect(heard.events(.backwards).map(\.body) == stride(from: 40, through: 2, by: -2).map { "\($0)" })
        #expect(heard.all.map { $0.state?.topic } == stride(from: 39, through: 1, by: -2).map { "\($0)" })
        await session.close()
    }

    @Test("the client requests a new token for one that the node no longer knows; if there is none, the timeline ends")
    func invalidToken() async throws {
        let node = ScriptedNode()
        for number in 1...30 { node.say("\(number)") }
        node.limit = 5
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let refusal: JSONObject = ["errcode": "M_UNKNOWN", "error": "Invalid token"]
        node.fail("/messages", .answer(400, refusal))
        let heard = Heard(timeline)
        timeline.resetPagination()
        try await timeline.paginate(15, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.suffix(15).reversed())
        node.fail("/messages", .answer(400, refusal))
        node.fail("/messages", .answer(400, refusal))
        try await timeline.paginate(15, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.suffix(15).reversed() && !timeline.canPaginate(.backwards))
        await session.close()
    }

    @Test(
        "a refusal that may be about the token leads to a new token; if the new one is refused too, the history has not ended",
        arguments: ["M_UNKNOWN", "M_INVALID_PARAM"])
    func unclearRefusal(code: String) async throws {
        let node = ScriptedNode()
        for number in 1...40 { node.say("\(number)") }
        node.limit = 5
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let refusal: JSONObject = ["errcode": .string(code), "error": "'from' parameter is invalid"]
        func refuse() { node.fail("/messages", .answer(400, refusal)) }
        let focused = try session.theRoom.timeline(onEvent: node.eventIDs[10])
        try await focused.resetPaginationAroundInitialEvent(withLimit: 0)
        let found = Heard(focused)
        refuse()
        try await focused.paginate(5, direction: .backwards)
        #expect(found.ids(.backwards).starts(with: node.eventIDs[5..<10].reversed()))
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        refuse()
        timeline.resetPagination()
        try await timeline.paginate(15, direction: .backwards)
        refuse()
        refuse()
        let error = await failure { try await timeline.paginate(15, direction: .backwards) }
        #expect((error as? MXError)?.errcode == code && timeline.canPaginate(.backwards))
        try await timeline.paginate(15, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.suffix(30).reversed())
        await session.close()
    }

    @Test("stored events are enumerated from the newest on, by type and in batches")
    func storedMessages() async throws {
        let node = ScriptedNode()
        for number in 1...7 { node.say("\(number)") }
        node.add("m.room.topic", ["topic": "t"], stateKey: "")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let room = try session.theRoom
        #expect(try await room.storedMessagesCount() == 11)
        let all = room.enumeratorForStoredMessages
        #expect(try await all.nextEvent()?.type == "m.room.topic")
        #expect(try await all.nextEventsBatch(3)?.compactMap(\.body) == ["7", "6", "5"])
        #expect(try await all.remaining() == 7)
        var texts: [String] = []
        for try await event in room.enumeratorForStoredMessages(withTypeIn: [.roomMessage]) {
            texts.append(event.body ?? "")
        }
        #expect(texts == ["7", "6", "5", "4", "3", "2", "1"])
        await session.close()
    }

    @Test("pages that a filter hides do not count as empty pages of the node")
    func filtered() async throws {
        let node = ScriptedNode()
        let topic = node.add("m.room.topic", ["topic": "found"], stateKey: "")
        for number in 1...1_200 { node.say("\(number)") }
        node.limit = 1
        let session = MXSession.scripted(node)
        try await session.setStore(MXNoStore())
        try await session.start()
        let timeline = try session.theRoom.timeline(onEvent: node.eventIDs[1_190])
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 0)
        timeline.roomEventFilter = MXRoomEventFilter(json: ["types": ["m.room.topic"]])
        try await timeline.paginate(1, direction: .backwards)
        #expect(heard.ids(.backwards) == [topic])
        #expect(node.requests("/messages").count > 100)
        await session.close()
    }
}
