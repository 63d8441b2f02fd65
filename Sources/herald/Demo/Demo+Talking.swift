import Foundation
import HeraldJSON
import HeraldKeys
import SDNSDK

/// The steps for the room, the conversation, and the pagination back through the conversation.
extension Demo {
    static func makeRoom(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let alice = try await demo.open(demo.alice)
        demo.alice.session = alice
        let bob = try await demo.open(demo.bob)
        demo.bob.session = bob
        try await alice.start()
        try await bob.start()

        let bobId = bob.myUserId
        let room = try await alice.createRoom(withName: "Herald demo", topic: "Two wallets talk")
        demo.roomId = room.roomId
        try await room.invite(.userId(bobId))
        let joined = try await bob.joinRoom(room.roomId)
        let roomId = room.roomId
        try await demo.alice.inbox.wait(for: "the join") { events in
            events.contains {
                $0.roomId == roomId && $0.type == "m.room.member" && $0.stateKey == bobId
                    && $0.content["membership"] == "join"
            }
        }
        let members = try await joined.members().members(with: .join).count
        try require(members == 2, "the room has \(members) members")
        return [.init("room", room.roomId), .init("name", joined.summary.displayName), .init("members", members)]
    }

    static func talk(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let (alice, bob) = (try demo.room(of: demo.alice), try demo.room(of: demo.bob))
        let clock = ContinuousClock()
        let start = clock.now
        var ids: [String] = []
        var bytes = 0
        for number in 1...20 {
            for (name, room) in [("Alice", alice), ("Bob", bob)] {
                let text = "\(name) says \(number)"
                ids.append(try await room.sendTextMessage(text))
                bytes += text.utf8.count
            }
        }
        let elapsed = clock.now - start
        let (edited, redacted) = (ids[0], ids[3])
        let original = try await alice.event(withEventId: edited)
        let edit = try await alice.replaceTextMessage(original, withTextMessage: "Alice says one")
        let redaction = try await bob.redactEvent(redacted, reason: "said too much")

        let all = Set(ids + [edit, redaction])
        for person in [demo.alice, demo.bob] {
            try await person.inbox.wait(for: "all of the conversation at \(person.name)") {
                all.isSubset(of: Set($0.map(\.eventId)))
            }
        }
        let seenEdited = try await bob.latestVersion(of: try await bob.event(withEventId: edited))
        let editedBody =
            seenEdited.content["m.new_content"]?["body"]?.stringValue ?? seenEdited.content["body"]?.stringValue ?? ""
        try require(editedBody == "Alice says one", "bob sees '\(editedBody)' as the edited message")
        let emptied = try await alice.event(withEventId: redacted)
        try require(emptied.content.isEmpty, "the redacted message still has content")
        let milliseconds = max(1, Int(elapsed / .milliseconds(1)))
        return [
            .init(
                "messages",
                "\(ids.count), \(bytes) bytes of text, \(ids.count * 1_000 / milliseconds) a second, one after the other"
            ),
            .init("edited", "\(edited) reads '\(editedBody)'"),
            .init("redacted", "\(redacted) has no content any more"),
        ]
    }

    static func pageBack(_ demo: Demo) async throws -> [DemoReport.Fact] {
        let credentials = try await demo.client().loginWithDID(
            signer: LocalWalletSigner(demo.bob.key), deviceDisplayName: "new device")
        let session = MXSession(sdnRestClient: MXRestClient(credentials: credentials))
        try await session.setStore(MXMemoryStore())
        try await session.start()
        guard let room = session.room(withRoomId: demo.roomId) else {
            throw DemoError("the new device does not have the room")
        }
        let seen = Inbox()
        let timeline = room.liveTimeline
        let listener = timeline.listenToEvents { event, direction, _ in if direction == .backwards { seen.add(event) } }
        timeline.resetPagination()
        var pages = 0
        while timeline.canPaginate(.backwards) {
            try await timeline.paginate(10, direction: .backwards)
            pages += 1
            try require(pages < 100, "pagination does not end")
        }
        timeline.removeListener(listener)
        await session.close()

        let events = seen.events
        try require(events.last?.type == "m.room.create", "the oldest event is \(events.last?.type ?? "none")")
        try require(Set(events.map(\.eventId)).count == events.count, "an event came twice")
        let bodies = events.filter { $0.type == "m.room.message" }.compactMap { $0.content["body"]?.stringValue }
        // 40 messages have a text. The redacted message has none. The edit counts, because it is a message of its own.
        try require(bodies.count == 40, "\(bodies.count) messages with a text came back")
        demo.bodies = Set(bodies)
        demo.eventCount = events.count
        return [
            .init("pages", "\(pages) of up to 10 events"), .init("events", events.count),
            .init("first", "m.room.create \(events.last?.eventId ?? "")"),
        ]
    }
}
