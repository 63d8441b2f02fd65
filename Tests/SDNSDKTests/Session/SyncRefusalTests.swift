import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("Refused syncs", .timeLimit(.minutes(10)))
struct SyncRefusalTests {
    private func initialSyncs(_ node: ScriptedNode) -> Int {
        node.requests("/sync").filter { !($0.url.query ?? "").contains("since=") }.count
    }

    /// Returns when a new event of the node has arrived.
    private func say(_ text: String, _ node: ScriptedNode, _ session: MXSession) async throws {
        var updates = Updates(session.updates())
        let id = node.say(text)
        _ = try await updates.first { if case .event(let event) = $0, event.eventId == id { true } else { nil } }
    }

    @Test(
        "refusals that are not about the token leave it", arguments: ["M_BAD_JSON", "M_MISSING_PARAM", "M_BAD_STATE"])
    func otherCodes(code: String) async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        for _ in 0..<4 {
            node.fail("/sync", .answer(400, ["errcode": .string(code), "error": "something is wrong"]))
        }
        try await say("wakes the long poll up", node, session)
        try await say("after the refusals", node, session)
        #expect(initialSyncs(node) == 1)
        await session.close()
    }

    @Test("two refusals that may be about the token, with a successful sync between them, leave the token")
    func farApart() async throws {
        let node = ScriptedNode()
        let session = MXSession.scripted(node)
        try await session.start()
        for number in 1...3 {
            node.fail("/sync", .answer(400, ["errcode": "M_UNKNOWN", "error": "no reason"]))
            try await say("\(number) wakes the long poll up", node, session)
            try await say("\(number) after the refusal", node, session)
        }
        #expect(initialSyncs(node) == 1)
        await session.close()
    }

    @Test("after an error of the node, the next request is no long poll, so that the session soon sees its end")
    func recovery() async throws {
        let (node, clock) = (ScriptedNode(), HeldClock())
        let session = MXSession.scripted(node, retryClock: clock.retryClock)
        try await session.start()
        node.fail("/sync", .answer(500, ["errcode": "M_UNKNOWN", "error": "not now"]))
        node.say("wakes the long poll up")
        _ = try await clock.asleep()
        let count = node.requests("/sync").count
        #expect(session.state == .syncError)
        clock.wake()
        await node.until { $0.requests.filter { $0.url.path.hasSuffix("/sync") }.count > count }
        let next = try #require(node.requests("/sync").dropFirst(count).first)
        #expect(!(next.url.query ?? "").contains("timeout=30000"))
        await session.close()
    }

    @Test("the waits after errors of the node grow, and begin anew after a success", arguments: [500, 503, 403])
    func growingWaits(status: Int) async throws {
        let (node, clock) = (ScriptedNode(), ManualClock())
        let session = MXSession.scripted(node, clock: clock)
        try await session.start()
        for _ in 0..<7 { node.fail("/sync", .answer(status, ["errcode": "M_FORBIDDEN", "error": "not now"])) }
        try await say("wakes the long poll up", node, session)
        try await say("after the errors", node, session)
        let waits = [1, 2, 4, 8, 16, 32, 32].map { Duration.seconds($0) }
        #expect(clock.sleeps == waits)
        node.fail("/sync", .answer(status, ["errcode": "M_FORBIDDEN", "error": "not now"]))
        try await say("wakes the long poll up again", node, session)
        try await say("after one more error", node, session)
        #expect(clock.sleeps == waits + [.seconds(1)])
        await session.close()
    }
}
