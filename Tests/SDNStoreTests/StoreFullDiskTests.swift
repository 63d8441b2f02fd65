import GRDB
import SDNSDK
import Testing
@testable import SDNStore

struct StoreFullDiskTests {
    @Test(
        "a full disk is reported as such, no acknowledged write is lost, and the store continues when there is space",
        arguments: StoreKind.allCases)
    func full(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { try Sample.fill($0) }
            let isFull: @Sendable (Bool, any MXStoreWriter) throws -> Void = { isFull, writer in
                let db = try #require(writer as? StoreTransaction).db
                let pages = try Int.fetchOne(db, sql: "PRAGMA page_count") ?? 0
                try db.execute(sql: "PRAGMA max_page_count = \(isFull ? pages : 1_000_000)")
            }
            try await store.write { try isFull(true, $0) }
            var accepted = 1
            var refused: SDNSDKError?
            for number in 2...400 {
                do {
                    try await store.write {
                        try $0.save(Sample.outgoing(number, body: String(repeating: "x", count: 500)))
                    }
                    accepted = number
                } catch {
                    refused = error as? SDNSDKError
                    break
                }
            }
            #expect(refused?.code == .storeFailed && refused?.reason == "the disk is full")
            let count = accepted
            #expect(try await store.read { try $0.outgoingMessages().count } == count)
            #expect(try await store.read { try $0.event("$5", inRoom: Sample.room)?.body } == "hello")
            try await store.write { try isFull(false, $0) }
            try await store.write { try $0.save(Sample.outgoing(1000)) }
            #expect(try await store.read { try $0.outgoingMessages().count } == count + 1)
        }
    }
}
