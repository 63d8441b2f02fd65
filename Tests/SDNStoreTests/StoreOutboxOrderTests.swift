import HeraldJSON
import SDNSDK
import Testing

struct StoreOutboxOrderTests {
    @Test(
        "a message that is moved to the end of the outbox keeps its files, and stays before messages that are queued later",
        arguments: StoreKind.allCases)
    func outboxOrder(kind: StoreKind) async throws {
        try await kind.withStore { store in
            let file = MXOutgoingAttachment(member: "url", filename: "a.txt", mimeType: "text/plain", bytes: [1, 2, 3])
            try await store.write { (store) throws in
                for number in 1...3 { try store.save(Sample.outgoing(number)) }
                try store.save(file, ofMessage: "local1")
                try store.moveOutgoingMessageToEnd("local1")
                try store.moveOutgoingMessageToEnd("unknown")
                try store.save(Sample.outgoing(4))
            }
            #expect(
                try await store.read { try $0.outgoingMessages().map(\.localId) } == [
                    "local2", "local3", "local1", "local4",
                ])
            #expect(try await store.read { try $0.attachments(ofMessage: "local1").map(\.bytes) } == [[1, 2, 3]])
        }
    }

    @Test("the store records the device that tried to send a message", arguments: StoreKind.allCases)
    func attempts(kind: StoreKind) async throws {
        try await kind.withStore { store in
            try await store.write { (store) throws in
                var message = Sample.outgoing(1)
                try store.save(message)
                message.attemptedBy = "ONE"
                try store.save(message)
                try store.save(Sample.outgoing(2))
            }
            #expect(try await store.read { try $0.outgoingMessages().map(\.attemptedBy) } == ["ONE", nil])
        }
    }
}
