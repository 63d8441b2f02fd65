import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Legal but odd JSON values in a node's answers", .timeLimit(.minutes(10)))
struct OddValueTests {
    /// A value that a strict reader of JSON refuses.
    enum OddValue: String, CaseIterable {
        case deep, half, large

        var text: String {
            switch self {
            case .deep: String(repeating: "[", count: 130) + String(repeating: "]", count: 130)
            case .half: #""\ud800""#
            case .large: "1e400"
            }
        }

        /// True if a session may read the value so.
        func allows(_ value: JSONValue?) -> Bool {
            switch self {
            case .deep: value?.kind == .array
            case .half: value == "\u{FFFD}"
            case .large: value == .null
            }
        }
    }

    /// Puts a message with the odd value into the room.
    private func sayOddly(_ node: ScriptedNode) -> String {
        node.add(
            "m.room.message", ["msgtype": "m.text", "body": "readable", "org.example.odd": .string(OddNode.mark)])
    }

    @Test(
        "an odd event of a sync and the event behind it arrive, and the next sync goes on",
        arguments: OddValue.allCases)
    func sync(odd: OddValue) async throws {
        let (folder, node) = (try TemporaryFolder(), ScriptedNode())
        let early = sayOddly(node)
        let session = MXSession.scripted(OddNode(node, odd.text))
        try await session.setStore(MXFileStore(directory: folder.url))
        try await session.start()
        let heard = Heard(try session.theRoom.liveTimeline)
        var updates = Updates(session.updates())
        let late = sayOddly(node)
        let after = node.say("after")
        var states: [MXSessionState] = []
        _ = try await updates.first { update -> Bool? in
            if case .state(let state) = update { states.append(state) }
            guard case .event(let event) = update, event.eventId == after else { return nil }
            return true
        }
        _ = try await updates.first { if case .synced = $0 { true } else { nil } }
        #expect(heard.ids(.forwards) == [late, after] && states.isEmpty && session.state == .running)
        let repeated = node.requests("/sync").filter { $0.url.query?.contains("timeout=0") ?? false }
        #expect(repeated.count == 1, "only the first sync asks for an answer at once")
        await session.close()

        node.setDown(true)
        let restored = MXSession.scripted(node)
        try await restored.setStore(MXFileStore(directory: folder.url))
        let stored = Heard(try restored.theRoom.liveTimeline)
        try await restored.theRoom.liveTimeline.paginate(50, direction: .backwards, onlyFromStore: true)
        #expect(stored.ids(.backwards) == node.eventIDs.reversed())
        for event in stored.events(.backwards) where [early, late].contains(event.eventId) {
            #expect(event.body == "readable" && odd.allows(event.content["org.example.odd"]))
        }
        await restored.close()
    }

    @Test("older events with odd values and the events around them arrive", arguments: OddValue.allCases)
    func messages(odd: OddValue) async throws {
        let node = ScriptedNode()
        for number in 1...5 { node.say("\(number)") }
        let id = sayOddly(node)
        for number in 6...10 { node.say("\(number)") }
        node.limit = 3
        let session = MXSession.scripted(OddNode(node, odd.text))
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.liveTimeline
        let heard = Heard(timeline)
        try await timeline.paginate(50, direction: .backwards)
        #expect(heard.ids(.backwards) == node.eventIDs.reversed())
        let event = try #require(heard.events(.backwards).first { $0.eventId == id })
        #expect(event.body == "readable" && odd.allows(event.content["org.example.odd"]))
        await session.close()
    }

    @Test("a timeline on an event with an odd value begins with it and its neighbours", arguments: OddValue.allCases)
    func context(odd: OddValue) async throws {
        let node = ScriptedNode()
        for number in 1...5 { node.say("\(number)") }
        let id = sayOddly(node)
        for number in 6...10 { node.say("\(number)") }
        node.limit = 2
        let session = MXSession.scripted(OddNode(node, odd.text))
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let timeline = try session.theRoom.timeline(onEvent: id)
        let heard = Heard(timeline)
        try await timeline.resetPaginationAroundInitialEvent(withLimit: 4)
        #expect(heard.ids(.forwards) == Array(node.eventIDs[8...10]) && heard.ids(.forwards).first == id)
        #expect(heard.ids(.backwards) == [node.eventIDs[7], node.eventIDs[6]])
        await session.close()
    }

    @Test("an answer that is no JSON is an error of the sync, and the node does not count as unreachable")
    func noJSON() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        await node.until { $0.requests.last?.url.query?.contains("timeout=30000") ?? false }
        var updates = Updates(session.updates())
        node.fail("/sync", .page(200))
        node.say("wakes the long poll up")
        var states: [MXSessionState] = []
        _ = try await updates.first { update -> Bool? in
            guard case .state(let state) = update else { return nil }
            states.append(state)
            return state == .running ? true : nil
        }
        #expect(states == [.syncError, .running] && session.syncError == nil && session.storeError == nil)
        await session.close()
    }

    @Test("an error of the node that holds an odd value is still an error of the node", arguments: OddValue.allCases)
    func refusal(odd: OddValue) async throws {
        let body = #"{"errcode":"M_FORBIDDEN","error":"no","org.example.odd":\#(odd.text)}"#
        let client = MXRestClient.scripted(ScriptedTransport([.answer(403, body)]))
        #expect((await failure { try await client.whoami() } as? MXError)?.errcode == "M_FORBIDDEN")
    }
}
