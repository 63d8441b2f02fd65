import Foundation
import HeraldJSON
import TestSupport
import SDNSDK
import Testing

@testable import SDNSession

@Suite("An outbox with many messages", .timeLimit(.minutes(10)))
struct OutboxSizeTests {
    private static let arrivals = 200

    /// Returns the duration of a sync that brings messages from an outbox in which others wait.
    private func time(waiting: Int) async throws -> Duration {
        let folder = try TemporaryFolder()
        let store = MXFileStore(directory: folder.url)
        try await store.open(
            with: MXCredentials(node: "http://node.example", userId: ScriptedNode.me, accessToken: "token"))
        try await store.write { (store) throws in
            for number in 0..<(waiting + Self.arrivals) {
                try store.save(
                    MXOutgoingMessage(
                        localId: kMXEventLocalEventIdPrefix + String(number), roomId: ScriptedNode.room,
                        type: "m.room.message",
                        content: ["msgtype": "m.text", "body": "hello"],
                        createdAt: Timestamp(milliseconds: Int64(number))))
            }
        }
        await store.close()
        let quiet = try await QuietSession(store: MXFileStore(directory: folder.url), starts: false)
        try await quiet.take(AnsweringNode.oneRoom)
        let events = (0..<Self.arrivals).map { number -> JSONValue in
            var event = QuietSession.message("$\(number)", from: ScriptedNode.me, at: Int64(number))
            event["unsigned"] = ["transaction_id": .string(kMXEventLocalEventIdPrefix + String(number))]
            return event
        }
        let clock = ContinuousClock()
        let time = try await clock.measure { try await quiet.take(events: events) }
        #expect(try quiet.room.outgoingMessages().count == waiting)
        await quiet.session.close()
        return time
    }

    @Test("arriving messages are not compared with every waiting one if none of these refers to another")
    func arriving() async throws {
        // Other tests can slow either of the two.
        var few = Duration.seconds(600), many = few
        for _ in 0..<8 where many >= few * 15 || few == .seconds(600) {
            few = min(few, try await time(waiting: 100))
            many = min(many, try await time(waiting: 4_000))
        }
        #expect(many < few * 15, "\(few) with 100 waiting, \(many) with 4,000")
    }

    @Test("the outbox remembers the IDs of only the latest messages that arrived")
    func resolved() {
        var ids = ResolvedIds()
        for number in 0..<(ResolvedIds.limit * 2 + 3) { ids.note("local \(number)", "$\(number)") }
        #expect(
            ids["local \(ResolvedIds.limit + 2)"] == nil
                && ids["local \(ResolvedIds.limit + 3)"] == "$\(ResolvedIds.limit + 3)")
        #expect(ids["local \(ResolvedIds.limit * 2 + 2)"] == "$\(ResolvedIds.limit * 2 + 2)")
        ids.note("local \(ResolvedIds.limit * 2)", "$changed")
        #expect(ids["local \(ResolvedIds.limit * 2)"] == "$changed" && ids["local \(ResolvedIds.limit + 3)"] != nil)
    }
}
