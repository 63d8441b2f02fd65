import Foundation
import HeraldJSON
import SDNSDK
import TestSupport
import Testing

@Suite("What an item of a timeline says about its event", .timeLimit(.minutes(10)))
struct TimelineItemTests {
    private let me = ScriptedNode.me

    private func member(
        _ userId: String, _ name: String, before: String? = nil, membership: String = "join", id: String
    ) -> JSONValue {
        var event: JSONObject = [
            "event_id": .string(id), "type": "m.room.member", "state_key": .string(userId), "sender": .string(userId),
            "origin_server_ts": 1,
            "content": [
                "membership": .string(membership), "displayname": .string(name),
                "avatar_url": .string("mxc://x/\(name)"),
            ],
        ]
        if let before {
            event["unsigned"] = [
                "prev_content": [
                    "membership": "join", "displayname": .string(before), "avatar_url": .string("mxc://x/\(before)"),
                ]
            ]
        }
        return .object(event)
    }

    private func reply(_ id: String, to target: String, from sender: String = "@ann:x") -> JSONValue {
        QuietSession.message(
            id, "answer", from: sender,
            more: ["m.relates_to": ["m.in_reply_to": ["event_id": .string(target)]]])
    }

    private func reaction(_ id: String, to target: String, from sender: String, at time: Int64) -> JSONValue {
        [
            "event_id": .string(id), "type": "m.reaction", "sender": .string(sender), "origin_server_ts": .int(time),
            "content": ["m.relates_to": ["rel_type": "m.annotation", "event_id": .string(target), "key": "👍"]],
        ]
    }

    @Test("the sender has the name of the time of the message, also after a new start")
    func profiles() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(room: [
            "state": ["events": [member("@ann:x", "Ann", id: "$m1")]],
            "timeline": ["events": [QuietSession.message("$1", from: "@ann:x")]],
        ])
        let list = try await quiet.room.timelineUpdates()
        try await quiet.take(events: [
            member("@ann:x", "Anna", before: "Ann", id: "$m2"), QuietSession.message("$2", from: "@ann:x"),
        ])
        let fresh = try await quiet.room.timelineUpdates()
        for items in [list.items, fresh.items] {
            #expect(items.map(\.senderProfile.displayname) == ["Ann", "Anna", "Anna"])
            #expect(items.map(\.senderProfile.avatarUrl) == ["mxc://x/Ann", "mxc://x/Anna", "mxc://x/Anna"])
        }
        let newest = try await quiet.room.timelineUpdates(limit: 1)
        #expect(newest.items.map(\.senderProfile.displayname) == ["Anna"])
        try await newest.loadOlder(2)
        #expect(newest.items == list.items)
        await quiet.session.close()
    }

    @Test("a name is ambiguous as long as another member has it")
    func ambiguous() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(room: [
            "state": ["events": [member("@ann:x", "Ann", id: "$m1"), member("@bo:x", "Bo", id: "$m2")]],
            "timeline": ["events": [QuietSession.message("$1", from: "@ann:x")]],
        ])
        let list = try await quiet.room.timelineUpdates()
        #expect(list.items.first?.senderProfile.shownName == "Ann")
        try await quiet.take(events: [member("@bo:x", "Ann", before: "Bo", id: "$m3")])
        #expect(list.items.first?.senderProfile.shownName == "Ann (@ann:x)")
        #expect(try await quiet.room.timelineUpdates().items == list.items)
        try await quiet.take(events: [member("@bo:x", "Ann", before: "Ann", membership: "leave", id: "$m4")])
        #expect(list.items.first?.senderProfile.isAmbiguous == false)
        await quiet.session.close()
    }

    @Test("names that look the same are ambiguous, and so is a name that misleads by itself")
    func lookalikes() async throws {
        let quiet = try await QuietSession()
        let names = [
            "Ann", "Ann\u{200B}", "\u{410}nn", "\u{FF21}nn", "Bo", "Bo\u{202E}", "@boss:example.org", "\u{3164}", "Zoe",
            "Zo\u{CB}",
        ]
        let people = names.indices.map { "@u\($0):x" }
        try await quiet.take(room: [
            "state": ["events": .array(zip(people, names).map { member($0, $1, id: "$m\($0)") })],
            "timeline": ["events": .array(people.map { QuietSession.message("$\($0)", from: $0) })],
        ])
        let profiles = try await quiet.room.timelineUpdates().items.map(\.senderProfile)
        let members = try await quiet.room.state().members
        for (profile, name) in zip(profiles, names) {
            let isClear = name == "Zoe" || name == "Zo\u{CB}"
            #expect(
                profile.isAmbiguous == !isClear && profile.shownName.contains(profile.userId) == !isClear, "\(name)")
            #expect(members.memberName(profile.userId) == profile.shownName)
        }
        #expect(profiles.count == names.count && profiles[5].shownName == "Bo (@u5:x)")
        try await quiet.take(
            events: (1...3).map { member("@u\($0):x", "Other \($0)", before: names[$0], id: "$n\($0)") })
        #expect(try await quiet.room.timelineUpdates().items.first?.senderProfile.isAmbiguous == false)
        await quiet.session.close()
    }

    @Test("a reply has the message that it answers, with its edit, and without its content after a redaction")
    func replies() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [QuietSession.message("$1", "one", from: "@bo:x")])
        let list = try await quiet.room.timelineUpdates()
        try await quiet.take(events: [reply("$2", to: "$1"), reply("$3", to: "$gone")])
        #expect(list.items[1].inReplyTo?.event?.event.content["body"] == "one")
        #expect(list.items[2].inReplyTo?.eventId == "$gone" && list.items[2].inReplyTo?.event == nil)
        try await quiet.take(events: [QuietSession.edit("$4", of: "$1", "two", from: "@bo:x")])
        #expect(list.items[1].inReplyTo?.event?.event.content["body"] == "two")
        let short = try await quiet.room.timelineUpdates(limit: 2)
        #expect(short.items.first?.inReplyTo?.event?.event.content["body"] == "two")
        try await quiet.take(events: [
            [
                "event_id": "$5", "type": "m.room.redaction", "sender": "@bo:x", "redacts": "$1", "origin_server_ts": 9,
                "content": ["redacts": "$1"],
            ]
        ])
        for items in [list.items, short.items] {
            let answer = try #require(items.first { $0.id == "$2" })
            #expect(answer.inReplyTo?.event?.event.isRedacted == true)
        }
        quiet.node.on("/event/") { _, _ in
            (200, QuietSession.message("$gone", "found", from: "@bo:x"))
        }
        try await list.fetchDetails(forEventId: "$gone")
        #expect(list.items.first { $0.id == "$3" }?.inReplyTo?.event?.event.content["body"] == "found")
        try await quiet.take(events: [QuietSession.redaction("$6", of: "$gone", from: "@bo:x")])
        let answer = list.items.first { $0.id == "$3" }?.inReplyTo?.event?.event
        #expect(answer?.isRedacted == true && answer?.content.isEmpty == true, "the store does not have it")
        await quiet.session.close()
    }

    @Test("the redacted edit of a message that the store does not have leaves the replies to it")
    func editOfFetched() async throws {
        let quiet = try await QuietSession()
        let list = try await quiet.room.timelineUpdates()
        try await quiet.take(events: [reply("$2", to: "$gone")])
        var gone = QuietSession.message("$gone", "found", from: "@bo:x").objectValue ?? [:]
        gone["unsigned"] = ["m.relations": ["m.replace": QuietSession.edit("$e", of: "$gone", "new", from: "@bo:x")]]
        let answer = JSONValue.object(gone)
        quiet.node.on("/event/") { _, _ in (200, answer) }
        try await list.fetchDetails(forEventId: "$gone")
        #expect(list.items.last?.inReplyTo?.event?.event.content["body"] == "new")
        try await quiet.take(events: [QuietSession.redaction("$x", of: "$e", from: "@bo:x")])
        #expect(list.items.last?.inReplyTo?.event?.event.content["body"] == "found")
        await quiet.session.close()
    }

    @Test("reactions name those who gave them, in the order of time")
    func reactions() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$1", from: "@bo:x"), reaction("$r1", to: "$1", from: "@zoe:x", at: 2),
            reaction("$r2", to: "$1", from: me, at: 3),
        ])
        let list = try await quiet.room.timelineUpdates()
        let count = try #require(list.items.first?.reactions.first)
        #expect(count.senders.map(\.userId) == ["@zoe:x", me] && count.senders.map(\.originServerTs) == [2, 3])
        #expect(count.count == 2 && count.myUserHasReacted)
        await quiet.session.close()
    }

    @Test("positions of a shared place and the signalling of a call are no rows, and what begins and ends them is")
    func silentEvents() async throws {
        let quiet = try await QuietSession()
        let list = try await quiet.room.timelineUpdates()
        func event(_ id: String, _ type: String) -> JSONValue {
            [
                "event_id": .string(id), "type": .string(type), "sender": "@bo:x", "origin_server_ts": 2,
                "content": ["call_id": "c", "m.relates_to": ["rel_type": "m.reference", "event_id": "$share"]],
            ]
        }
        let shown = ["m.call.invite", "m.call.answer", "m.call.hangup", "m.rtc.notification"]
        let hidden = [
            "m.beacon", "org.matrix.msc3672.beacon", "m.call.candidates", "m.call.select_answer", "m.call.negotiate",
        ]
        try await quiet.take(events: [
            QuietSession.state("org.matrix.msc3672.beacon_info", "@bo:x", ["live": true], from: "@bo:x", id: "$share")
        ])
        try await quiet.take(events: (shown + hidden).map { event("$\($0)", $0) })
        #expect(list.items.map(\.id) == ["$share"] + shown.map { "$\($0)" })
        #expect(try await quiet.room.timelineUpdates().items == list.items)
        await quiet.session.close()
    }

    @Test("the read marker and the mark of unread messages move with the user's marks")
    func marks() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(room: [
            "timeline": [
                "events": .array((1...4).map { QuietSession.message("$\($0)", from: "@bo:x") })
            ],
            "ephemeral": QuietSession.receipt("$2", me),
            "account_data": ["events": [["type": "m.fully_read", "content": ["event_id": "$1"]]]],
        ])
        let list = try await quiet.room.timelineUpdates()
        func places(_ list: MXTimelineUpdates) -> String {
            let marks = [list.items.first(where: \.followsReadMarker), list.items.first(where: \.isFirstUnread)]
            return marks.map { $0?.id ?? "none" }.joined(separator: " ")
        }
        #expect(places(list) == "$2 $3")
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$3", me)])
        #expect(places(list) == "$2 $4")
        try await quiet.take(room: [
            "account_data": ["events": [["type": "m.fully_read", "content": ["event_id": "$4"]]]]
        ])
        #expect(places(list) == "none $4")
        quiet.node.on("/read_markers") { _, _ in (200, [:]) }
        quiet.node.on("/receipt/") { _, _ in (200, [:]) }
        let newest = try await quiet.room.event(withEventId: "$4")
        try await quiet.room.acknowledgeEvent(newest, andUpdateReadMarker: false)
        #expect(places(list) == "none none", "the user has read it on this device")
        try await quiet.take(events: [QuietSession.message("$5", from: me), QuietSession.message("$6", from: "@bo:x")])
        #expect(places(list) == "$5 $6")
        #expect(try await quiet.room.timelineUpdates().items == list.items)
        await quiet.session.close()
    }

    @Test(
        "days and marks are rows between the items, and the changes of rows lead to the rows of a new list",
        arguments: 1...20)
    func rows(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let quiet = try await QuietSession()
        let list = try await quiet.room.timelineUpdates(limit: 5)
        var updates = list.rows(in: Self.utc).makeAsyncIterator()
        var rows: [MXTimelineRow] = []
        rows.apply(await updates.next() ?? [])
        let day: Int64 = 86_400_000
        var ids: [String] = []
        for step in 0..<30 {
            let id = "$\(step)"
            let target = ids.randomElement(using: &random) ?? id
            switch Int.random(in: 0..<6, using: &random) {
            case 0: try await quiet.take(room: ["ephemeral": QuietSession.receipt(target, me, ts: Int64(step))])
            case 1:
                try await quiet.take(room: [
                    "account_data": ["events": [["type": "m.fully_read", "content": ["event_id": .string(target)]]]]
                ])
            case 2 where !ids.isEmpty:
                try await quiet.take(events: [QuietSession.edit(id, of: target, "new \(step)", from: "@bo:x")])
            case 3: try await list.loadOlder(2, onlyFromStore: true)
            default:
                let time = Int64.random(in: 0...4, using: &random) * day
                let sender = Bool.random(using: &random) ? me : "@bo:x"
                try await quiet.take(events: [QuietSession.message(id, from: sender, at: time)])
                ids.append(id)
            }
        }
        // The end of the changes is known by a message of its own.
        try await quiet.take(events: [QuietSession.message("$end", from: "@bo:x", at: 9 * day)])
        while !rows.contains(where: { $0.id == "$end" }), let batch = await updates.next() { rows.apply(batch) }
        var fresh: [MXTimelineRow] = []
        var again = list.rows(in: Self.utc).makeAsyncIterator()
        fresh.apply(await again.next() ?? [])
        #expect(rows == fresh)
        #expect(rows.compactMap(\.item) == list.items)
        #expect(Set(rows.map(\.id)).count == rows.count)
        #expect(rows.first?.item == nil, "the list begins with a day")
        await quiet.session.close()
    }

    private static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = TimeZone(secondsFromGMT: 0) ?? calendar.timeZone
        return calendar
    }

    @Test("a message says why it waits and why it failed")
    func reasons() async throws {
        let refused = try await RefusedMessage(), items = refused.list.items
        #expect(items.last?.sendReason == .refused(errcode: "M_FORBIDDEN"))
        #expect(items.last?.sendReason?.isFinal == true && items.last?.isOwn == true)
        #expect(items.first?.sendReason == nil)
        await refused.session.close()
    }
}
