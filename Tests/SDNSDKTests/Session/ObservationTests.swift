import HeraldJSON
import HeraldLocks
import SDNSDK
import Testing

@Suite("Following a session", .timeLimit(.minutes(10)))
struct ObservationTests {
    @Test("a follower of the state or of a room receives the present value first, and then the newest")
    func latest() async throws {
        let quiet = try await QuietSession(starts: false)
        var states = quiet.session.stateUpdates().makeAsyncIterator()
        #expect(await states.next() == .storeDataReady)
        try await quiet.session.start()
        #expect(await states.next() == .running, "states that were over before anybody looked are left out")
        var summaries = try quiet.room.summaryUpdates().makeAsyncIterator()
        #expect(await summaries.next()?.lastMessage == nil)
        for number in 1...3 { try await quiet.take(events: [QuietSession.message("$\(number)", "text \(number)")]) }
        #expect(await summaries.next()?.lastMessage?.body == "text 3")
        await quiet.session.close()
        #expect(await states.next() == .closed)
        #expect(await states.next() == nil)
        #expect(await summaries.next() == nil)
    }

    @Test("a reader that falls too far behind receives the earlier elements in order, and then the end of the sequence")
    func overflow() async throws {
        let broadcast = Broadcast<Int>(limit: 3)
        var slow = broadcast.subscribe().makeAsyncIterator()
        var quick = broadcast.subscribe().makeAsyncIterator()
        for number in 1...5 {
            broadcast.send(number)
            #expect(await quick.next() == number)
        }
        var seen: [Int] = []
        while let number = await slow.next() { seen.append(number) }
        #expect(seen == [1, 2, 3])
        broadcast.send(6)
        #expect(await quick.next() == 6)
        #expect(broadcast.hasSubscribers)
    }

    @Test("nothing is lost between a subscription and its first element")
    func noGap() async throws {
        let value = Latest(0)
        let sender = Task.detached { for number in 1...5000 { value.send(number) } }
        for _ in 0..<200 {
            let before = value.value
            var updates = value.subscribe().makeAsyncIterator()
            let first = try #require(await updates.next())
            #expect(first >= before)
        }
        await sender.value
        var last = value.subscribe().makeAsyncIterator()
        #expect(await last.next() == 5000)
    }

    @Test("a value that is made anew by several tasks at once ends as the newest one")
    func renewal() async throws {
        let (source, value) = (Latest(0), Latest(0))
        for _ in 0..<500 {
            await withTaskGroup { group in
                for _ in 0..<4 {
                    group.addTask {
                        source.change { $0 += 1 }
                        value.renew { source.value }
                    }
                }
            }
            #expect(value.value == source.value)
        }
        var updates = value.subscribe().makeAsyncIterator()
        _ = await updates.next()
        value.renew { 2_000 }
        value.finish()
        #expect(await updates.next() == nil, "a value that stays the same is not sent")
    }

    @Test("a closed session, its rooms and their followers are freed")
    func freed() async throws {
        weak var session: MXSession?
        weak var room: MXRoom?
        weak var user: MXUser?
        do {
            let quiet = try await QuietSession()
            try await quiet.take(events: [QuietSession.message("$1")])
            try await quiet.take([
                "presence": ["events": [["type": "m.presence", "sender": "@a:b", "content": ["presence": "online"]]]]
            ])
            session = quiet.session
            room = try quiet.room
            user = quiet.session.user(withUserId: "@a:b")
            let (one, all, list) = (quiet.session, try quiet.room, quiet.session.roomList)
            _ = all.liveTimeline.listenToEvents { [all] _, _, _ in _ = all.roomId }
            _ = one.listenToEvents { [one] _, _, _ in _ = one.state }
            let followers = [
                Task { for await _ in one.updates() {} }, Task { for await _ in all.typingUpdates() {} },
                Task { for await _ in list {} },
                Task { for await _ in all.liveTimeline.updates() {} }, Task { for await _ in all.summaryUpdates() {} },
            ]
            await quiet.session.close()
            for follower in followers { await follower.value }
        }
        while session != nil { await Task.yield() }
        #expect(session == nil && room == nil && user == nil)
    }

    @Test("a room that was left is freed while its session continues")
    func leftRoomFreed() async throws {
        let quiet = try await QuietSession()
        weak let room: MXRoom? = try quiet.room
        _ = try quiet.room.liveTimeline.listenToEvents { [room = try quiet.room] _, _, _ in _ = room.roomId }
        #expect(room != nil)
        try await quiet.take([
            "rooms": [
                "leave": [
                    ScriptedNode.room: [
                        "timeline": [
                            "events": [
                                QuietSession.state(
                                    "m.room.member", ScriptedNode.me, ["membership": "leave"], from: ScriptedNode.me)
                            ]
                        ]
                    ]
                ]
            ]
        ])
        #expect(room == nil)
        await quiet.session.close()
    }
}
