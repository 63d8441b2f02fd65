import HeraldJSON
import SDNSDK
import TestSupport
import Testing

/// Behaviour that every store shares.
struct StoreSuiteTests {
    @Test("values are stored, changed and removed", arguments: StoreKind.allCases)
    func values(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { try $0.set(.eventStreamToken, "one") }
            try await store.write { try $0.set(.eventStreamToken, "two") }
            #expect(try await store.read { try $0.value(.eventStreamToken) } == "two")
            try await store.write { try $0.set(.eventStreamToken, nil) }
            #expect(try await store.read { try $0.value(.eventStreamToken) } == nil)
        }
    }

    @Test("a summary is read as it was saved, and rooms are in the order of first sight", arguments: StoreKind.allCases)
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
        "a room list is sorted by activity, tags or unread messages, and can be read in parts",
        arguments: StoreKind.allCases
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

    @Test("the outbox keeps the order of queueing through every change", arguments: StoreKind.allCases)
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

    @Test("new profiles and account data replace the old ones", arguments: StoreKind.allCases)
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

    @Test("a transaction that fails stores nothing", arguments: StoreKind.allCases)
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

    @Test("all data is deleted at once, and the store can still be used", arguments: StoreKind.allCases)
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

    @Test("reading a closed store fails, and an open one cannot be opened twice", arguments: StoreKind.allCases)
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

    @Test("a store without history returns the data that it was given, until that is deleted")
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
