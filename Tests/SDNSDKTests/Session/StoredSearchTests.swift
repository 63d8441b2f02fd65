import Foundation
import HeraldJSON
import SDNSDK
import Testing

@Suite("Searching the stored messages")
struct StoredSearchTests {
    private func found(_ session: MXSession, _ text: String, limit: Int = 50) async throws -> [String] {
        try await session.searchStoredMessages(text, limit: limit).map(\.eventId)
    }

    @Test("all words must match, in any order, without case and accents; the newest message comes first")
    func words() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$1", "Roses are RED", at: 1), QuietSession.message("$2", "violets are blue", at: 2),
            QuietSession.message("$3", "Une ros\u{E9}e sur les roses rouges", at: 3),
            QuietSession.message("$4", "\u{5FAE}\u{98A8} \u{FF32}oses", at: 4),
        ])
        #expect(try await found(quiet.session, "roses") == ["$4", "$3", "$1"])
        #expect(try await found(quiet.session, "red  ROSES") == ["$1"])
        #expect(try await found(quiet.session, "rosee") == ["$3"])
        #expect(try await found(quiet.session, "\u{98A8}") == ["$4"])
        #expect(try await found(quiet.session, "roses", limit: 2) == ["$4", "$3"])
        for text in [" \n", "", "tulips"] { #expect(try await found(quiet.session, text).isEmpty) }
        #expect(try await found(quiet.session, "roses", limit: 0).isEmpty)
        #expect(try await quiet.session.searchStoredMessages("roses", inRooms: ["!other:x"]).isEmpty)
        await quiet.session.close()
    }

    @Test("a message is found by its edited text, and no longer after its redaction or if its sender is ignored")
    func shown() async throws {
        let quiet = try await QuietSession()
        let edit = QuietSession.message(
            "$2", "* lilies", at: 2,
            more: [
                "m.new_content": ["msgtype": "m.text", "body": "lilies"],
                "m.relates_to": ["rel_type": "m.replace", "event_id": "$1"],
            ])
        try await quiet.take(events: [
            QuietSession.message("$1", "tulips", at: 1), edit,
            QuietSession.message("$3", "more lilies", from: "@rude:x", at: 3),
        ])
        #expect(try await found(quiet.session, "tulips").isEmpty)
        let messages = try await quiet.session.searchStoredMessages("lilies")
        #expect(messages.map(\.eventId) == ["$3", "$1"] && messages.last?.content["body"] == "lilies")
        try await quiet.take([
            "account_data": [
                "events": [["type": "m.ignored_user_list", "content": ["ignored_users": ["@rude:x": [:]]]]]
            ]
        ])
        #expect(try await found(quiet.session, "lilies") == ["$1"])
        try await quiet.take(events: [
            [
                "event_id": "$4", "type": "m.room.redaction", "sender": .string(ScriptedNode.other),
                "origin_server_ts": 4, "redacts": "$1", "content": ["redacts": "$1"],
            ]
        ])
        #expect(try await found(quiet.session, "lilies").isEmpty)
        await quiet.session.close()
    }

    @Test("messages before a gap are found too, page after page")
    func gaps() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(
            events: (0..<1200).map {
                QuietSession.message("$a\($0)", $0 % 300 == 0 ? "a needle" : "hay", at: Int64($0))
            })
        try await quiet.take(room: [
            "timeline": [
                "limited": true, "prev_batch": "gap",
                "events": [QuietSession.message("$late", "the last needle", at: 5000)],
            ]
        ])
        #expect(try await found(quiet.session, "needle") == ["$late", "$a900", "$a600", "$a300", "$a0"])
        await quiet.session.close()
    }
}
