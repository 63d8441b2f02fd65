import HeraldJSON
import SDNSDK
import Testing

/// What every store does alike.
struct StoreSuiteTests {
    @Test("values are kept, changed and removed", arguments: StoreKind.allCases)
    func values(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { try $0.set(.eventStreamToken, "one") }
            try await store.write { try $0.set(.eventStreamToken, "two") }
            #expect(try await store.read { try $0.value(.eventStreamToken) } == "two")
            try await store.write { try $0.set(.eventStreamToken, nil) }
            #expect(try await store.read { try $0.value(.eventStreamToken) } == nil)
        }
    }

    @Test("a summary comes back as it was saved, and rooms in the order of first sight", arguments: StoreKind.allCases)
    func rooms(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                for name in ["b", "a", "c"] {
                    try store.save(
                        MXRoomSummary(roomId: "!\(name):x", membership: .join, details: ["name": .string(name)]))
                }
                try store.save(
                    MXRoomSummary(
                        roomId: "!b:x", membership: .leave, details: ["name": "changed", "topic": "“ä\u{1F600}”"]))
            }
            let rooms = try await store.read { try $0.rooms() }
            #expect(rooms.map(\.roomId) == ["!b:x", "!a:x", "!c:x"])
            #expect(
                rooms.first?.membership == .leave && rooms.first?.name == "changed"
                    && rooms.first?.topic == "“ä\u{1F600}”")
            #expect(try await store.read { try $0.room("!none:x") } == nil)
        }
    }

    @Test(
        "a room list is sorted by activity, tags or unread messages, and comes in pieces", arguments: StoreKind.allCases
    )
    func roomList(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                for number in 1...6 {
                    let roomId = "!\(number):x"
                    let membership: MXMembership = number == 6 ? .leave : .join
                    let details: JSONObject = [
                        "notifications": .int(number == 2 ? 3 : 0), "highlights": .int(number == 3 ? 1 : 0),
                    ]
                    try store.save(MXRoomSummary(roomId: roomId, membership: membership, details: details))
                }
                try store.setAccountData(
                    MXEvent(json: ["type": "m.tag", "content": ["tags": ["m.favourite": [:]]]]), inRoom: "!1:x")
                try store.setAccountData(
                    MXEvent(json: ["type": "m.tag", "content": ["tags": ["m.lowpriority": [:]]]]), inRoom: "!5:x")
            }
            func list(_ order: MXRoomListOrder, limit: Int? = nil, offset: Int = 0) async throws -> [String] {
                try await store.read {
                    try $0.roomList(order, memberships: [.join], limit: limit, offset: offset).map(\.roomId)
                }
            }
            // Without messages all are alike, and the one that was met last comes first.
            #expect(try await list(.activity) == ["!5:x", "!4:x", "!3:x", "!2:x", "!1:x"])
            #expect(try await list(.tags) == ["!1:x", "!4:x", "!3:x", "!2:x", "!5:x"])
            #expect(try await list(.unread) == ["!3:x", "!2:x", "!5:x", "!4:x", "!1:x"])
            #expect(try await list(.activity, limit: 2, offset: 1) == ["!4:x", "!3:x"])
            #expect(try await list(.activity, limit: 0).isEmpty)
        }
    }

    @Test("the current state is one event for each type and key", arguments: StoreKind.allCases)
    func state(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try store.save(MXRoomSummary(roomId: Sample.room, membership: .join))
                try store.setState(Sample.state("m.room.name", "", ["name": "old"], id: "$1"), ofRoom: Sample.room)
                try store.setState(Sample.state("m.room.name", "", ["name": "new"], id: "$2"), ofRoom: Sample.room)
                try store.setState(
                    Sample.state("m.room.member", "@a:b", ["membership": "join"], id: "$3"), ofRoom: Sample.room)
                try store.setState(Sample.message(9), ofRoom: Sample.room)
            }
            let events = try await store.read { try $0.state(ofRoom: Sample.room) }
            #expect(Set(events.map(\.eventId)) == ["$2", "$3"])
            let name = try await store.read {
                try $0.stateEvent(ofRoom: Sample.room, type: "m.room.name", stateKey: "")
            }
            #expect(name?.content["name"] == "new" && name?.roomId == Sample.room)
            try await store.write { try $0.deleteState(ofRoom: Sample.room) }
            #expect(try await store.read { try $0.state(ofRoom: Sample.room) }.isEmpty)
        }
    }

    @Test("events go in at both ends, once each, and come out a page at a time", arguments: StoreKind.allCases)
    func timeline(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let segment = try await store.write { (store) throws in
                try store.save(MXRoomSummary(roomId: Sample.room, membership: .join))
                var segment = try store.addSegment(toRoom: Sample.room, prevToken: "t", isComplete: false)
                for number in 11...20 { #expect(try store.append(Sample.message(number), to: &segment)) }
                for number in (1...10).reversed() { #expect(try store.prepend(Sample.message(number), to: &segment)) }
                #expect(try !store.append(Sample.message(5, body: "another"), to: &segment))
                #expect(try !store.prepend(Sample.message(15, body: "another"), to: &segment))
                try store.save(segment)
                return segment
            }
            #expect(segment.first == -10 && segment.end == 10)
            let (newest, older) = try await store.read { (store) throws in
                (
                    try store.events(inSegment: segment.id, before: .max, limit: 8),
                    try store.events(inSegment: segment.id, before: 2, limit: 100)
                )
            }
            #expect(newest.map(\.eventId) == (13...20).reversed().map { "$\($0)" })
            #expect(
                older.map(\.eventId) == (1...12).reversed().map { "$\($0)" } && older.allSatisfy { $0.body == "hello" })
            try await store.read { (store) throws in
                #expect(try store.eventCount(inSegment: segment.id, before: 0) == 10)
                #expect(
                    try store.position(ofEvent: "$11", inRoom: Sample.room)
                        == MXTimelinePosition(segment: segment.id, index: 0))
                #expect(try store.event("$3", inRoom: Sample.room)?.originServerTs == 1003)
                #expect(try store.event("$99", inRoom: Sample.room) == nil)
                #expect(
                    try store.newestEvent(ofRoom: Sample.room, types: ["m.sticker", "m.room.message"])?.eventId == "$20"
                )
                #expect(try store.newestEvent(ofRoom: Sample.room, types: ["m.sticker"]) == nil)
                #expect(try store.events(inSegment: segment.id, before: .min, limit: 5).isEmpty)
                #expect(try store.events(inSegment: 999, before: .max, limit: 5).isEmpty)
            }
        }
    }

    @Test("an event that is replaced keeps its place and is found by its new relation", arguments: StoreKind.allCases)
    func replacing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let edit = try MXEvent(
                json: [
                    "type": "m.room.message", "event_id": "$2", "sender": "@a:b",
                    "content": ["body": "*", "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"]],
                ], roomId: Sample.room)
            try await store.write { (store) throws in
                try Sample.fill(store)
                let before = try store.position(ofEvent: "$2", inRoom: Sample.room)
                try store.replace(edit, inRoom: Sample.room)
                #expect(try store.position(ofEvent: "$2", inRoom: Sample.room) == before)
                try store.replace(Sample.message(77), inRoom: Sample.room)
            }
            try await store.read { (store) throws in
                #expect(
                    try store.events(relatedTo: "$1", inRoom: Sample.room, by: "m.replace").map(\.eventId) == ["$2"])
                #expect(try store.events(relatedTo: "$1", inRoom: Sample.room, by: "m.annotation").isEmpty)
                #expect(try store.event("$77", inRoom: Sample.room) == nil)
            }
        }
    }

    @Test("segments are ordered and keep token and completeness", arguments: StoreKind.allCases)
    func segments(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                var newer = try store.addSegment(toRoom: Sample.room, prevToken: nil, isComplete: false)
                _ = try store.append(Sample.message(50), to: &newer)
                newer.isComplete = true
                newer.prevToken = "p"
                try store.save(newer)
            }
            try await store.read { (store) throws in
                let newest = try #require(try store.newestSegment(ofRoom: Sample.room))
                #expect(newest.isComplete && newest.prevToken == "p" && newest.end == 1 && newest.roomId == Sample.room)
                let older = try #require(try store.segment(olderThan: newest))
                #expect(!older.isComplete && older.prevToken == "t" && older.end == 5)
                #expect(try store.segment(olderThan: older) == nil)
                #expect(try store.segment(newest.id) == newest)
            }
            try await store.write { try $0.deleteMessages(ofRoom: Sample.room) }
            try await store.read { (store) throws in
                #expect(
                    try store.newestSegment(ofRoom: Sample.room) == nil && store.event("$1", inRoom: Sample.room) == nil
                )
                #expect(try !store.state(ofRoom: Sample.room).isEmpty, "state stays")
            }
        }
    }

    @Test(
        "messages from a place on go up to a newer segment, and segments of which nothing is left",
        arguments: StoreKind.allCases)
    func cutting(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                try store.save(MXRoomSummary(roomId: "!other:x", membership: .join))
                for number in [50, 60, 70] {
                    var other = try store.addSegment(toRoom: "!other:x", prevToken: nil, isComplete: true)
                    _ = try store.append(Sample.message(number), to: &other)
                    try store.save(other)
                    var newer = try store.addSegment(toRoom: Sample.room, prevToken: nil, isComplete: true)
                    _ = try store.append(Sample.message(number), to: &newer)
                    try store.save(newer)
                }
                let newest = try #require(try store.newestSegment(ofRoom: Sample.room))
                let place = try #require(try store.position(ofEvent: "$3", inRoom: Sample.room))
                try store.deleteMessages(ofRoom: Sample.room, from: place, before: newest.id)
            }
            try await store.write { (store) throws in
                var newest = try #require(try store.newestSegment(ofRoom: Sample.room))
                let older = try #require(try store.segment(olderThan: newest))
                #expect(older.end == 2 && older.prevToken == "t")
                #expect(try store.events(inSegment: older.id, before: .max, limit: 9).map(\.eventId) == ["$2", "$1"])
                for (id, isThere) in [
                    ("$2", true), ("$3", false), ("$5", false), ("$50", false), ("$60", false), ("$70", true),
                ] {
                    #expect(
                        try (store.position(ofEvent: id, inRoom: Sample.room) != nil) == isThere
                            && (store.event(id, inRoom: Sample.room) != nil) == isThere)
                    if id.count == 3 { #expect(try store.event(id, inRoom: "!other:x") != nil, "another room's stay") }
                }
                #expect(try store.prepend(Sample.message(3), to: &newest), "what is forgotten can come again")
                #expect(try !store.prepend(Sample.message(2), to: &newest))
                let first = try #require(try store.position(ofEvent: "$1", inRoom: Sample.room))
                try store.deleteMessages(ofRoom: Sample.room, from: first, before: newest.id)
                #expect(try store.segment(olderThan: newest) == nil)
            }
        }
    }

    @Test("the outbox keeps the order of handing over through every change", arguments: StoreKind.allCases)
    func outbox(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                for number in 1...3 { try store.save(Sample.outgoing(number)) }
                var first = Sample.outgoing(1)
                first.status = .failed
                first.failure = MXOutgoingMessage.Failure(code: "M_FORBIDDEN", reason: "you may not")
                try store.save(first)
                var second = Sample.outgoing(2)
                second.status = .sent
                second.eventId = "$sent"
                try store.save(second)
            }
            let messages = try await store.read { try $0.outgoingMessages() }
            #expect(messages.map(\.localId) == ["local1", "local2", "local3"])
            #expect(messages.first?.failure == MXOutgoingMessage.Failure(code: "M_FORBIDDEN", reason: "you may not"))
            #expect(
                try await store.read { try $0.outgoingMessage(sentAs: "$sent", inRoom: Sample.room)?.localId }
                    == "local2")
            try await store.write { try $0.deleteOutgoingMessage("local1") }
            #expect(try await store.read { try $0.outgoingMessage("local1") } == nil)
            #expect(try await store.read { try $0.outgoingMessage("local3")?.content["body"] } == "on its way")
        }
    }

    @Test("profiles and account data replace what was there", arguments: StoreKind.allCases)
    func accountData(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                try store.save(MXUserProfile(userId: "@a:b", displayname: nil, avatarUrl: "mxc://new/one"))
                try store.setAccountData(MXEvent(json: ["type": "m.note", "content": ["text": "two"]]), inRoom: nil)
                try store.setAccountData(
                    MXEvent(json: ["type": "m.note", "content": ["text": "of a room"]]), inRoom: Sample.room)
            }
            try await store.read { (store) throws in
                #expect(
                    try store.profiles() == [
                        MXUserProfile(userId: "@a:b", displayname: nil, avatarUrl: "mxc://new/one")
                    ])
                #expect(try store.accountData(inRoom: nil).map { $0.content["text"] } == ["two"])
                #expect(try store.accountData(inRoom: Sample.room).map { $0.content["text"] } == ["of a room"])
            }
        }
    }

    @Test("what a transaction did before it failed is not kept", arguments: StoreKind.allCases)
    func rollback(kind: StoreKind) async throws {
        struct Stop: Error {}
        try await kind.withStore { store in
            let error = await failure {
                try await store.write { (writer) throws in
                    try Sample.fill(writer)
                    throw Stop()
                }
            }
            #expect(error is Stop)
            let (rooms, token, outbox) = try await store.read {
                try ($0.rooms().count, $0.value(.eventStreamToken), $0.outgoingMessages().count)
            }
            #expect(rooms == 0 && token == nil && outbox == 0)
        }
    }

    @Test("everything is forgotten at once, and the store goes on", arguments: StoreKind.allCases)
    func forgetting(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { try Sample.fill($0) }
            try await store.deleteAllData()
            let (rooms, outbox) = try await store.read { try ($0.rooms().count, $0.outgoingMessages().count) }
            #expect(rooms == 0 && outbox == 0)
            try await store.write { try Sample.fill($0) }
            #expect(try await store.read { try $0.rooms().count } == 1)
        }
    }

    @Test("a closed store says so, and one that is open is not opened twice", arguments: StoreKind.allCases)
    func opening(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let store = try kind.make(in: folder)
        try await store.open(with: Sample.credentials)
        #expect((await failure { try await store.open(with: Sample.credentials) } as? SDNSDKError)?.code == .storeInUse)
        await store.close()
        #expect((await failure { _ = try await store.read { try $0.rooms() } } as? SDNSDKError)?.code == .storeFailed)
        try await store.open(with: Sample.credentials)
        await store.close()
    }

    @Test("stored data is there after closing and opening", arguments: StoreKind.permanent)
    func reopening(kind: StoreKind) async throws {
        let folder = try TemporaryFolder()
        let store = try kind.make(in: folder)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0) }
        await store.close()
        let again = try kind.make(in: folder)
        try await again.open(with: Sample.credentials)
        try await again.read { (store) throws in
            #expect(try store.room(Sample.room)?.name == "hello" && store.value(.eventStreamToken) == "s1")
            #expect(try store.event("$5", inRoom: Sample.room)?.body == "hello")
            #expect(try store.outgoingMessages().count == 1 && store.profiles().count == 1)
        }
        await again.close()
    }

    @Test("a store without history lets go of messages and keeps the rest")
    func noStore() async throws {
        let store = MXNoStore()
        #expect(!store.keepsHistory && !store.isPermanent)
        try await store.open(with: Sample.credentials)
        try await store.write { try Sample.fill($0) }
        #expect(try await store.read { try $0.event("$5", inRoom: Sample.room)?.body } == "hello")
        try await store.deleteAllData()
        #expect(try await store.read { try $0.rooms() }.isEmpty)
        await store.close()
    }
}

extension MXEvent {
    var body: String? { content["body"]?.stringValue }
}
