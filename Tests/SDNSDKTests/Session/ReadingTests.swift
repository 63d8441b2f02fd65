import HeraldJSON
import TestSupport
@testable import SDNValues
import SDNSDK
import Testing

@Suite("Receipts and unread counts", .timeLimit(.minutes(10)))
struct ReadingTests {
    private let me = ScriptedNode.me, other = ScriptedNode.other

    @Test(
        "others' receipts are found at their event, the user's own are not listed, and a later receipt replaces an earlier one"
    )
    func receipts() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(room: [
            "timeline": [
                "events": [QuietSession.message("$1", from: "@a:b"), QuietSession.message("$2", from: "@a:b")]
            ],
            "ephemeral": QuietSession.receipt("$1", "@c:d", ts: 5),
        ])
        let room = try quiet.room
        #expect(try await room.getEventReceipts("$1") == [MXReceiptData(eventId: "$1", userId: "@c:d", ts: 5)])
        #expect(try await room.getEventReceipts("$2").map(\.userId) == ["@a:b"], "who wrote an event has read up to it")
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$2", "@c:d", ts: 6)])
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$2", me, ts: 7)])
        #expect(try await room.getEventReceipts("$1").isEmpty)
        #expect(try await room.getEventReceipts("$2", sorted: true).map(\.userId) == ["@c:d", "@a:b"])
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$1", "@c:d", ts: 8)])
        #expect(try await room.getEventReceipts("$1").isEmpty, "nobody reads backwards")
        await quiet.session.close()
    }

    @Test("each thread has receipts of its own")
    func threads() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(room: [
            "timeline": [
                "events": [QuietSession.message("$1", from: "@a:b"), QuietSession.message("$2", from: "@a:b")]
            ],
            "ephemeral": QuietSession.receipt("$2", "@c:d", thread: "$root"),
        ])
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$1", "@c:d", thread: "main")])
        let room = try quiet.room
        #expect(try await room.getEventReceipts("$2").map(\.userId) == ["@a:b"])
        #expect(try await room.getEventReceipts("$2", threadId: "$root").map(\.userId) == ["@c:d"])
        #expect(try await room.getEventReceipts("$1").map(\.userId) == ["@c:d"])
        await quiet.session.close()
    }

    @Test("unread counts messages of others after the user's receipt, not edits, not reactions, not the user's own")
    func unreadCount() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(events: [
            QuietSession.message("$0", from: me), QuietSession.message("$1"), QuietSession.message("$2"),
        ])
        let room = try quiet.room
        #expect(room.summary.localUnreadEventCount == 2 && room.summary.hasUnread)
        try await quiet.take(events: [
            QuietSession.edit("$3", of: "$2", "better"),
            [
                "event_id": "$4", "type": "m.reaction", "sender": .string(other),
                "content": ["m.relates_to": ["rel_type": "m.annotation", "event_id": "$2", "key": "+"]],
            ],
            QuietSession.message("$5"),
        ])
        #expect(room.summary.localUnreadEventCount == 3)
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$2", me, type: "m.read.private")])
        #expect(room.summary.localUnreadEventCount == 1, "a receipt of another device counts, private or not")
        try await quiet.take(events: [QuietSession.message("$6", from: me)])
        #expect(room.summary.localUnreadEventCount == 0 && !room.summary.hasUnread, "who answers has read")
        await quiet.session.close()
    }

    @Test("a room's first receipt begins its unread count, and a room without a receipt has nothing unread")
    func firstSight() async throws {
        func first(_ ephemeral: JSONValue) -> JSONValue {
            [
                "next_batch": "s1",
                "rooms": [
                    "join": [
                        ScriptedNode.room: [
                            "timeline": [
                                "events": [QuietSession.message("$1"), QuietSession.message("$2")], "limited": true,
                                "prev_batch": "p",
                            ], "ephemeral": ephemeral,
                        ]
                    ]
                ],
            ]
        }
        for (receipt, count) in [("$1", 1), ("$2", 0), ("$long ago", 2)] as [(String, UInt)] {
            let quiet = try await QuietSession(first(QuietSession.receipt(receipt, me)))
            #expect(try quiet.room.summary.localUnreadEventCount == count)
            await quiet.session.close()
        }
        let quiet = try await QuietSession(first(["events": []]))
        #expect(try quiet.room.summary.localUnreadEventCount == 0)
        try await quiet.take(events: [QuietSession.message("$3")])
        #expect(try quiet.room.summary.localUnreadEventCount == 1)
        await quiet.session.close()
    }

    @Test("read marker, unread mark, tags and the node's counts are in the summary, even offline")
    func marks() async throws {
        let folder = try TemporaryFolder()
        let quiet = try await QuietSession(store: MXFileStore(directory: folder.url))
        try await quiet.take(room: [
            "unread_notifications": ["notification_count": 4, "highlight_count": 1],
            "unread_thread_notifications": [
                "$root": ["notification_count": 2, "highlight_count": 1],
                "$read": ["notification_count": 0, "highlight_count": 0],
            ],
            "account_data": [
                "events": [
                    ["type": "m.fully_read", "content": ["event_id": "$1"]],
                    ["type": "m.marked_unread", "content": ["unread": true]],
                    [
                        "type": "m.tag",
                        "content": [
                            "tags": ["m.favourite": ["order": 0.25], "u.work": [:], "m.invisible": ["order": "0.5"]]
                        ],
                    ],
                ]
            ],
        ])
        await quiet.session.close()
        let later = try await QuietSession(store: MXFileStore(directory: folder.url), starts: false)
        let summary = try later.room.summary
        #expect(summary.readMarkerEventId == "$1" && summary.isMarkedAsUnread && summary.hasUnread)
        #expect(try later.room.isMarkedAsUnread)
        #expect(
            summary.notificationCount == 6 && summary.highlightCount == 2, "the room's own and those of its threads")
        #expect(summary.threadCounts == ["$root": MXRoomSummary.ThreadCounts(notificationCount: 2, highlightCount: 1)])
        #expect(summary.favoriteTagOrder == 0.25 && summary.hiddenFromUser && summary.tags["u.work"] == .some(nil))
        #expect(later.session.missedNotificationsCount() == 6 && later.session.missedDiscussionsCount() == 1)
        #expect(
            later.session.rooms(withTag: "u.work").count == 1
                && Set(later.session.roomsByTags().keys) == ["m.favourite", "u.work", "m.invisible"])
        await later.session.close()
    }

    @Test("an older client's mark of a room as unread counts until there is a mark of the stable type")
    func olderMark() async throws {
        let quiet = try await QuietSession()
        func mark(_ type: String, _ isUnread: Bool) -> JSONValue {
            ["type": .string(type), "content": ["unread": .bool(isUnread)]]
        }
        let old = mark("com.famedly.marked_unread", true)
        try await quiet.take(room: ["account_data": ["events": [old]]])
        #expect(try quiet.room.isMarkedAsUnread)
        try await quiet.take(room: ["account_data": ["events": [mark("m.marked_unread", false), old]]])
        #expect(try !quiet.room.isMarkedAsUnread)
        try await quiet.take(room: ["account_data": ["events": [old]]])
        #expect(try !quiet.room.isMarkedAsUnread)
        await quiet.session.close()
    }

    @Test("a thread that the node no longer names has nothing unread")
    func threadsRead() async throws {
        let quiet = try await QuietSession()
        let one: JSONValue = ["notification_count": 1, "highlight_count": 0]
        try await quiet.take(room: ["unread_thread_notifications": ["$a": one, "$b": one]])
        #expect(try Set(quiet.room.summary.threadCounts.keys) == ["$a", "$b"])
        try await quiet.take(room: ["unread_thread_notifications": ["$b": one]])
        #expect(try Set(quiet.room.summary.threadCounts.keys) == ["$b"])
        try await quiet.take(room: ["unread_thread_notifications": [:]])
        #expect(try quiet.room.summary.threadCounts.isEmpty)
        try await quiet.take(room: ["unread_thread_notifications": ["$c": one]])
        try await quiet.take(room: ["timeline": ["events": []]])
        #expect(try Set(quiet.room.summary.threadCounts.keys) == ["$c"])
        try await quiet.take(room: ["unread_notifications": ["notification_count": 0, "highlight_count": 0]])
        #expect(try quiet.room.summary.threadCounts.isEmpty)
        await quiet.session.close()
    }

    @Test("the typing users are the others, and a follower receives the list as it is and then its changes")
    func typing() async throws {
        let quiet = try await QuietSession()
        let room = try quiet.room
        func typing(_ users: [String]) -> JSONValue {
            [
                "ephemeral": [
                    "events": [["type": "m.typing", "content": ["user_ids": .array(users.map(JSONValue.string))]]]
                ]
            ]
        }
        try await quiet.take(room: typing([me, other]))
        #expect(room.typingUsers == [other])
        var updates = room.typingUpdates().makeAsyncIterator()
        #expect(await updates.next() == [other])
        try await quiet.take(room: typing([me]))
        #expect(await updates.next() == [])
        await quiet.session.close()
        #expect(await updates.next() == nil)
    }

    @Test("a user's presence is stored, and listeners of the user receive it")
    func presence() async throws {
        let quiet = try await QuietSession()
        try await quiet.take([
            "presence": [
                "events": [
                    [
                        "type": "m.presence", "sender": .string(other),
                        "content": [
                            "presence": "online", "status_msg": "here", "last_active_ago": 1000,
                            "currently_active": true,
                        ],
                    ]
                ]
            ]
        ])
        let user = try #require(quiet.session.user(withUserId: other))
        #expect(
            user.presence == .online && user.statusMsg == "here" && user.lastActiveAgo == 1000 && user.currentlyActive)
        let heard = OneShot<MXPresence>()
        let token = user.listenToUserUpdate { heard.fulfil(.success($0.presence)) }
        try await quiet.take([
            "presence": [
                "events": [["type": "m.presence", "sender": .string(other), "content": ["presence": "offline"]]]
            ]
        ])
        #expect(try await heard.value() == .offline)
        user.removeListener(token)
        await quiet.session.close()
    }

    @Test("the receipt is at the newest event whatever its type is, so that nothing stays unread")
    func everyType() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/read_markers") { _, _ in (200, [:]) }
        try await quiet.take(room: [
            "timeline": [
                "events": [
                    QuietSession.message("$1"), QuietSession.state("m.room.tombstone", "", ["body": "on"], id: "$2"),
                ]
            ],
            "unread_notifications": ["notification_count": 2, "highlight_count": 1],
        ])
        let room = try quiet.room
        try await room.markAllAsRead()
        let sent = try #require(quiet.node.requests("/read_markers").first?.body)
        #expect(try JSONValue(parsing: String(decoding: sent, as: UTF8.self))["m.read"] == "$2")
        #expect(room.summary.notificationCount == 0 && !room.summary.hasUnread)
        await quiet.session.close()
    }

    @Test("malformed receipts and counts do no harm")
    func nonsense() async throws {
        let quiet = try await QuietSession()
        try await quiet.take(room: [
            "timeline": ["events": [QuietSession.message("$1")]],
            "ephemeral": [
                "events": [
                    ["type": "m.receipt", "content": 3], ["type": "m.receipt"],
                    ["type": "m.receipt", "content": ["$1": ["m.read": ["@x:y": 7, "@z:y": ["ts": -9]]]]],
                    [
                        "type": "m.receipt",
                        "content": ["$1\u{0}": ["m.read": ["@x:y": [:]]], "": ["m.read": ["@x:y": [:]]]],
                    ], ["type": "m.typing", "content": ["user_ids": "no"]],
                ]
            ],
            "unread_thread_notifications": ["$t": 5, "$u": ["notification_count": -2]],
        ])
        #expect(try await quiet.room.getEventReceipts("$1").map(\.userId) == [other, "@x:y", "@z:y"])
        #expect(try quiet.room.summary.threadCounts.isEmpty && quiet.room.typingUsers.isEmpty)
        await quiet.session.close()
    }

    @Test(
        "messages of ignored users are not unread, whichever device sent the receipt, and count when the users are no longer ignored"
    )
    func ignored() async throws {
        let quiet = try await QuietSession()
        func ignore(_ users: JSONObject) async throws {
            try await quiet.take([
                "account_data": [
                    "events": [["type": "m.ignored_user_list", "content": ["ignored_users": .object(users)]]]
                ]
            ])
        }
        try await quiet.take(events: [
            QuietSession.message("$0", from: me), QuietSession.message("$1"),
            QuietSession.message("$2", from: "@loud:x"), QuietSession.message("$3"),
        ])
        let room = try quiet.room
        #expect(room.summary.localUnreadEventCount == 3)
        try await ignore(["@loud:x": [:]])
        #expect(room.summary.localUnreadEventCount == 2)
        try await quiet.take(room: ["ephemeral": QuietSession.receipt("$1", me)])
        #expect(room.summary.localUnreadEventCount == 1)
        try await ignore([:])
        #expect(room.summary.localUnreadEventCount == 2)
        _ = await failure { try await room.markAllAsRead() }
        #expect(room.summary.localUnreadEventCount == 0)
        await quiet.session.close()
    }
}
