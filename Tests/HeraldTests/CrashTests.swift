import Foundation
import HeraldJSON
import HeraldKeys
import Synchronization
import TestSupport
import Testing

@Suite("A killed node")
struct CrashTests {
    /// The sent and the acknowledged events, by transaction ID.
    private final class Ledger: Sendable {
        private let entries = Mutex<(sent: Set<String>, acknowledged: [String: String])>(([], [:]))
        func send(_ transaction: String) { entries.withLock { _ = $0.sent.insert(transaction) } }
        func acknowledge(_ transaction: String, _ event: String) {
            entries.withLock { $0.acknowledged[transaction] = event }
        }
        var sent: Set<String> { entries.withLock { $0.sent } }
        var acknowledged: [String: String] { entries.withLock { $0.acknowledged } }
    }

    @Test(
        "kill -9 under load loses no acknowledged event, and a repeated send creates no second event", arguments: 1...3)
    func kill(round: Int) async throws {
        let folder = try TemporaryFolder()
        let key = Secp256k1PrivateKey()
        let node = try await RunningNode.start(["--data", folder.url.path])
        let session = try await node.login(key)
        let room = try #require(
            try await node.call("POST", "/_api/client/r0/createRoom", token: session.token, body: [:]).json["room_id"]?
                .stringValue)
        let path = "/_api/client/r0/rooms/\(Self.encoded(room))"
        let ledger = Ledger()

        // Eight senders at once; the node is killed after some tens of acknowledged sends, with others under way.
        await withTaskGroup(of: Void.self) { group in
            for sender in 0..<8 {
                group.addTask {
                    for number in 0..<200 {
                        let transaction = "t\(round)-\(sender)-\(number)"
                        ledger.send(transaction)
                        let answer = try? await node.call(
                            "PUT", "\(path)/send/m.room.message/\(transaction)", token: session.token,
                            body: ["msgtype": "m.text", "body": .string(transaction)])
                        guard let answer, answer.status == 200, let event = answer.json["event_id"]?.stringValue else {
                            return
                        }
                        ledger.acknowledge(transaction, event)
                        if ledger.acknowledged.count >= 30 + round * 10 {
                            _ = await node.end(SIGKILL)
                            return
                        }
                    }
                }
            }
        }
        let known = ledger.acknowledged
        try #require(known.count >= 30 + round * 10)

        let again = try await RunningNode.start(["--data", folder.url.path])
        // Every send is repeated, acknowledged or not: a client that lost the answer does just that.
        for transaction in ledger.sent.sorted() {
            let answer = try await again.call(
                "PUT", "\(path)/send/m.room.message/\(transaction)", token: session.token,
                body: ["msgtype": "m.text", "body": .string(transaction)])
            #expect(answer.status == 200)
            if let event = known[transaction] { #expect(answer.json["event_id"]?.stringValue == event) }
        }
        var bodies: [String] = []
        var from: String? = nil
        repeat {
            let page = try await again.call(
                "GET", "\(path)/messages?dir=b&limit=100" + (from.map { "&from=\($0)" } ?? ""), token: session.token
            ).json
            bodies += page["chunk"]?.arrayValue?.compactMap { $0["content"]?["body"]?.stringValue } ?? []
            from = page["end"]?.stringValue
        } while from != nil
        #expect(bodies.count == Set(bodies).count, "a message is there twice")
        #expect(Set(bodies) == ledger.sent)
        #expect(await again.end(SIGTERM) == 0)
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? text
    }
}
