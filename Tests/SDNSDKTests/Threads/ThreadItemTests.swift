import HeraldJSON
import SDNSDK
import Testing

@Suite("The items of a thread", .timeLimit(.minutes(3)))
struct ThreadItemTests {
    private func member(_ name: String, before: String? = nil, at time: Int64) -> JSONValue {
        var event =
            QuietSession.state(
                "m.room.member", "@bob:x", ["membership": "join", "displayname": .string(name)], from: "@bob:x", at: time
            ).objectValue ?? [:]
        if let before {
            event["unsigned"] = ["prev_content": ["membership": "join", "displayname": .string(before)]]
        }
        return .object(event)
    }

    @Test("a sender who takes another name has it in the thread from then on")
    func names() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            member("Bob", at: 1), QuietSession.message("$root"), QuietSession.threaded("$1", from: "@bob:x"),
        ])
        let thread = try await quiet.room.threadTimelineUpdates(rootId: "$root")
        #expect(thread.items.last?.senderProfile.displayname == "Bob")
        try await quiet.take(events: [
            member("Robert", before: "Bob", at: 3), QuietSession.threaded("$2", from: "@bob:x", at: 4),
        ])
        #expect(thread.items.map(\.senderProfile.displayname) == [nil, "Bob", "Robert"])
        await quiet.session.close()
    }
}
