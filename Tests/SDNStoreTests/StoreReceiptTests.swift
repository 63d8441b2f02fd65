import HeraldJSON
import SDNSDK
import Testing

struct StoreReceiptTests {
    private static let first = [
        MXReceiptData(eventId: "$1", userId: "@a:b", ts: 1),
        MXReceiptData(eventId: "$2", userId: "@\"c\":d", ts: 2, isPrivate: true),
        MXReceiptData(eventId: "$2", userId: "@a:b", threadId: "$root", ts: .max),
        MXReceiptData(eventId: "$2", userId: "@e:f", ts: 3),
    ]

    @Test(
        "receipts are found by event and by user, and a user's later receipt replaces the earlier one",
        arguments: StoreKind.allCases)
    func finding(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                try store.replaceReceipts(ofRoom: Sample.room, with: StoreReceiptTests.first)
                #expect(try store.receipts(onEvent: "$1", inRoom: Sample.room) == [StoreReceiptTests.first[0]])
                try store.save(MXReceiptData(eventId: "$2", userId: "@a:b", ts: 4), inRoom: Sample.room)
                try store.save(MXReceiptData(eventId: "$3", userId: "@e:f", ts: 5), inRoom: Sample.room)
            }
            try await store.read { (store) throws in
                #expect(try store.receipts(onEvent: "$1", inRoom: Sample.room).isEmpty)
                let second = try store.receipts(onEvent: "$2", inRoom: Sample.room)
                #expect(Set(second.map(\.userId)) == ["@a:b", "@\"c\":d"] && second.count == 3)
                #expect(
                    second.contains { $0.threadId == "$root" && $0.ts == UInt64(Int64.max) }
                        && second.contains { $0.isPrivate && $0.ts == 2 })
                #expect(try store.receipts(onEvent: "$3", inRoom: Sample.room).map(\.userId) == ["@e:f"])
                #expect(try Set(store.receipts(ofUser: "@a:b", inRoom: Sample.room).map(\.threadId)) == [nil, "$root"])
                #expect(try store.receipts(ofUser: "@e:f", inRoom: Sample.room).map(\.eventId) == ["$3"])
                #expect(try store.receipts(ofUser: "@nobody:x", inRoom: Sample.room).isEmpty)
                #expect(try store.receipts(onEvent: "$2", inRoom: "!none:x").isEmpty)
            }
        }
    }

    @Test("replacing a room's receipts removes all of the old ones", arguments: StoreKind.allCases)
    func replacing(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                try Sample.fill(store)
                try store.replaceReceipts(ofRoom: Sample.room, with: StoreReceiptTests.first)
                try store.save(MXReceiptData(eventId: "$5", userId: "@a:b"), inRoom: Sample.room)
                try store.replaceReceipts(ofRoom: Sample.room, with: [MXReceiptData(eventId: "$4", userId: "@a:b")])
                #expect(try store.receipts(ofUser: "@a:b", inRoom: Sample.room).map(\.eventId) == ["$4"])
                #expect(try store.receipts(onEvent: "$2", inRoom: Sample.room).isEmpty)
                try store.deleteReceipts(ofRoom: Sample.room)
                #expect(try store.receipts(onEvent: "$4", inRoom: Sample.room).isEmpty)
            }
        }
    }
}
