import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Requests to join that lazy loading left out", .timeLimit(.minutes(10)))
struct JoinRequestTests {
    @Test("they are loaded after a later sync when the node could not be reached")
    func offline() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/members") { _, count in
            if count == 1 { throw SDNSDKError(.cannotConnect, reason: "the node is down") }
            let knock: JSONValue = ["membership": "knock", "reason": "please"]
            return (200, ["chunk": [QuietSession.state("m.room.member", "@bo:x", knock, from: "@bo:x")]])
        }
        try await quiet.take(room: [
            "state": ["events": [QuietSession.state("m.room.member", ScriptedNode.me, ["membership": "join"])]]
        ])
        var lists = Updates(try quiet.room.joinRequests())
        _ = try await lists.first { $0.isEmpty ? true : nil }
        try await quiet.node.received(1, "/members")
        try await quiet.take(events: [QuietSession.message("$1")])
        let requests = try await lists.first { $0.isEmpty ? nil : $0 }
        #expect(requests.map(\.userId) == ["@bo:x"] && requests.first?.reason == "please")
        await quiet.session.close()
    }
}
