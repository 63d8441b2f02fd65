import HeraldJSON
import HeraldLocks
import SDNSDK
import TestSupport
import Testing

@Suite("A timeline as a list that follows the room", .timeLimit(.minutes(10)))
struct TimelineUpdatesTests {
    @Test("the snapshot comes first; edits, reactions and redactions are changes of their item")
    func folding() async throws {
        let node = ScriptedNode()
        let target = node.say("one")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let list = Followed(try await session.theRoom.timelineUpdates())
        try await list.until { $0.count == 4 }
        #expect(list.batches.count == 1)
        node.edit(target, "two")
        try await list.until { $0.last?.isEdited == true }
        #expect(
            list.items.count == 4 && list.items.last?.event.body == "two" && list.items.last?.original.body == "one")
        let reaction = node.react("👍", to: target, "@a:x")
        try await list.until { $0.last?.reactions.map(\.count) == [1] }
        node.add("m.room.redaction", [:], redacts: reaction)
        try await list.until { $0.last?.reactions.isEmpty == true }
        node.add("m.room.redaction", [:], redacts: target)
        try await list.until { $0.last?.event.isRedacted == true }
        #expect(list.items.count == 4 && list.items.last?.isEdited == false)
        #expect(
            list.batches.dropFirst().allSatisfy { batch in
                batch.allSatisfy { diff in
                    guard case .update(_, at: 3) = diff else { return false }
                    return true
                }
            })
        await session.close()
    }

    @Test("a message is one item with one identity, from the echo to the event")
    func echo() async throws {
        let refused = try await RefusedMessage(), node = refused.node, list = refused.list
        let id = try #require(list.items.last?.id)
        #expect(list.items.last?.failure == "You are not allowed to do this.")
        _ = try await refused.room.resend(id)
        try await list.until { $0.last?.original.eventId == node.eventIDs.last && $0.last?.sentState == .sent }
        #expect(list.items.count == 4 && list.items.last?.id == id)
        let fresh = try await refused.room.timelineUpdates()
        #expect(fresh.items == list.items)
        await refused.session.close()
    }

    @Test("events in threads are left out if the caller asks for it, and counted at the root")
    func threads() async throws {
        let node = ScriptedNode()
        let root = node.say("root")
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let list = Followed(try await session.theRoom.timelineUpdates(hidesThreads: true))
        node.inThread(root, "a")
        node.inThread(root, "b")
        try await list.until { $0.last?.thread?.count == 2 }
        #expect(list.items.count == 4)
        await session.close()
    }

    @Test("older items are added at the front, across a gap, up to the beginning of the room")
    func older() async throws {
        let node = ScriptedNode()
        for number in 1...40 { node.say("\(number)") }
        node.limit = 6
        let session = MXSession.scripted(node)
        try await session.setStore(MXMemoryStore())
        try await session.start()
        let updates = try await session.theRoom.timelineUpdates(limit: 4)
        let list = Followed(updates)
        #expect(updates.items.count == 4)
        try await updates.loadOlder(10)
        try await list.until { $0.count == 14 }
        while updates.hasOlder { try await updates.loadOlder(9) }
        try await list.until { $0.count == 43 }
        #expect(list.items.map(\.original.eventId) == node.eventIDs)
        await session.close()
    }

    @Test("applying the changes always gives the same list as a new snapshot", arguments: 1...20)
    func property(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let node = ScriptedNode()
        for _ in 0..<Int.random(in: 0...20, using: &random) { node.relate(&random) }
        node.limit = Int.random(in: 1...10, using: &random)
        let session = MXSession.scripted(node)
        let store: any MXStore = seed % 4 == 0 ? MXNoStore() : MXMemoryStore()
        try await session.setStore(store)
        try await session.start()
        let room = try session.theRoom
        let hidesThreads = seed % 2 == 0
        let updates = try await room.timelineUpdates(
            limit: UInt.random(in: 1...10, using: &random), hidesThreads: hidesThreads)
        let list = Followed(updates)
        for _ in 0..<Int.random(in: 3...10, using: &random) {
            await session.pause()
            node.limit = Int.random(in: 1...10, using: &random)
            for _ in 0..<Int.random(in: 0...12, using: &random) { node.relate(&random) }
            try await act(room, &random)
            if Bool.random(using: &random) {
                node.fail("/send/", .answer(403, ["errcode": "M_FORBIDDEN", "error": "no"]))
            }
            try await session.resume()
            if Bool.random(using: &random) { try await updates.loadOlder(UInt.random(in: 1...12, using: &random)) }
            if Int.random(in: 0..<3, using: &random) == 0 {
                room.liveTimeline.resetPagination()
                try await room.liveTimeline.paginate(UInt.random(in: 1...12, using: &random), direction: .backwards)
            }
            try await settle(session)
            let fresh = try await room.timelineUpdates(
                limit: UInt(updates.items.filter { !$0.original.isLocalEvent }.count), hidesThreads: hidesThreads)
            #expect(fresh.items.map(\.id) == updates.items.map(\.id))
            let isSame = fresh.items == updates.items
            #expect(
                isSame,
                "\(zip(fresh.items, updates.items).filter { $0 != $1 }.map { ($0.id, $0.reactions, $0.edit, $0.replies, $0.sentState, $1.reactions, $1.edit, $1.replies, $1.sentState) })"
            )
            try await list.until { $0 == updates.items }
        }
        await session.close()
    }

    /// The user does something while the session is paused.
    private func act(_ room: MXRoom, _ random: inout SeededGenerator) async throws {
        let shown = Heard(room.liveTimeline)
        room.liveTimeline.resetPagination()
        try await room.liveTimeline.paginate(5, direction: .backwards, onlyFromStore: true)
        room.liveTimeline.removeAllListeners()
        let target =
            (shown.events(.backwards) + room.outgoingMessages()).filter { $0.type == "m.room.message" }.randomElement(
                using: &random)?.eventId ?? "$none"
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
            _ = try? await room.queueEvent(
                .reaction,
                content: ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": "a"]])
        case 1:
            _ = try? await room.queueEvent(
                .roomMessage,
                content: [
                    "body": "* e", "m.new_content": ["body": "e"],
                    "m.relates_to": ["rel_type": "m.replace", "event_id": .string(target)],
                ])
        case 2:
            if let failed = room.outgoingMessages().first(where: { $0.sentState == .failed })?.unsignedData
                .transactionId
            {
                try? await room.removeOutgoingMessage(failed)
            }
        default: _ = try await room.queueEvent(.roomMessage, content: ["msgtype": "m.text", "body": "mine"])
        }
    }

    /// Returns when nothing is on its way any more.
    private func settle(_ session: MXSession) async throws {
        let room = try session.theRoom
        while room.outgoingMessages().contains(where: {
            [.sent, .sending].contains($0.sentState) || $0.sentState == .preparing && !$0.waitsForFailed(room)
        }) {
            await Task.yield()
        }
    }
}

extension MXEvent {
    /// True if this echo refers to a message that was refused.
    fileprivate func waitsForFailed(_ room: MXRoom) -> Bool {
        guard let target = relatesTo?.eventId, target.hasPrefix(kMXEventLocalEventIdPrefix) else { return false }
        let about = room.outgoingMessages().first { $0.unsignedData.transactionId == target }
        return about.map { $0.sentState == .failed || $0.waitsForFailed(room) } ?? false
    }
}

/// A list of items that a task keeps in step with the changes.
final class Followed: Sendable {
    private struct State {
        var items: [MXTimelineItem] = []
        var batches: [MXTimelineBatch] = []
        var waiting: [(condition: @Sendable ([MXTimelineItem]) -> Bool, arrival: CheckedContinuation<Void, Never>)] = []
        var isOver = false
    }
    private let state = Mutex(State())

    init(_ updates: MXTimelineUpdates) {
        Task {
            for await batch in updates {
                let ready = self.state.withLock { state in
                    state.batches.append(batch)
                    state.items.apply(batch)
                    let ready = state.waiting.filter { $0.condition(state.items) }
                    state.waiting.removeAll { $0.condition(state.items) }
                    return ready
                }
                for entry in ready { entry.arrival.resume() }
            }
            let left = self.state.withLock { state in
                state.isOver = true
                defer { state.waiting = [] }
                return state.waiting
            }
            for entry in left { entry.arrival.resume() }
        }
    }

    var items: [MXTimelineItem] { state.withLock { $0.items } }
    var batches: [MXTimelineBatch] { state.withLock { $0.batches } }

    /// Returns when a condition holds for the items. - Throws: when the changes end before.
    func until(_ condition: @escaping @Sendable ([MXTimelineItem]) -> Bool) async throws {
        await withCheckedContinuation { continuation in
            let isReady = state.withLock { state in
                if state.isOver || condition(state.items) { return true }
                state.waiting.append((condition, continuation))
                return false
            }
            if isReady { continuation.resume() }
        }
        guard condition(items) || !state.withLock({ $0.isOver }) else {
            throw SDNSDKError(.closed, reason: "the changes ended")
        }
    }
}

extension ScriptedNode {
    /// Something that happens in rooms where people react and edit.
    private func ids(_ type: String) -> [String] {
        state.withLock { state in
            state.log.filter { $0["type"]?.stringValue == type }.compactMap { $0["event_id"]?.stringValue }
        }
    }

    func relate(_ random: inout SeededGenerator) {
        let target = ids("m.room.message").randomElement(using: &random) ?? "$none"
        let sender = ["@a:x", "@b:x", ScriptedNode.other].randomElement(using: &random) ?? "@a:x"
        let polls = ids("m.poll.start")
        let poll: JSONObject = [
            "rel_type": "m.reference", "event_id": .string(polls.randomElement(using: &random) ?? "$none"),
        ]
        switch Int.random(in: 0..<13, using: &random) {
        case 0: edit(target, "edit \(random.next() % 100)", sender: sender)
        case 1, 2: react(["a", "b"].randomElement(using: &random) ?? "a", to: target, sender)
        case 3: add("m.room.redaction", [:], redacts: redactable.randomElement(using: &random))
        case 4: inThread(target, "in thread", sender: sender)
        case 5:
            add(
                "m.room.message", ["body": "re", "m.relates_to": ["m.in_reply_to": ["event_id": .string(target)]]],
                sender: sender)
        case 6: add("m.room.topic", ["topic": "t"], stateKey: "")
        case 7:
            add(
                "m.poll.start", ["m.poll": ["kind": "m.poll.disclosed", "answers": [["m.id": "a"], ["m.id": "b"]]]],
                sender: sender)
        case 8:
            add(
                "m.poll.response",
                ["m.selections": [["a", "b"].randomElement(using: &random) ?? "a"], "m.relates_to": .object(poll)],
                sender: sender)
        case 9: add("m.poll.end", ["m.relates_to": .object(poll)], sender: sender)
        case 10:
            add(
                "m.room.power_levels", ["users": ["@b:x": .int(Int64.random(in: 0...60, using: &random))]], stateKey: ""
            )
        default: say("text", sender: sender)
        }
    }
}
