import Foundation
import HeraldJSON
import TestSupport
@testable import SDNSession
import SDNSDK
import SDNWire
import Testing

@Suite("Rooms that are not simply joined", .timeLimit(.minutes(10)))
struct ArchiveTests {
    private static let me = ScriptedNode.me
    private static func left(_ membership: String = "leave") -> JSONValue {
        [
            "rooms": [
                "leave": [
                    ScriptedNode.room: [
                        "timeline": [
                            "events": [
                                QuietSession.message("$last", "farewell", at: 20),
                                QuietSession.state(
                                    "m.room.member", me, ["membership": .string(membership)], from: me, at: 21),
                            ]
                        ]
                    ]
                ]
            ]
        ]
    }

    @Test(
        "a room that was left is not in the list, and its messages and state are readable without the node",
        arguments: ["leave", "ban"])
    func archived(membership: String) async throws {
        let folder = try TemporaryFolder()
        let quiet = try await QuietSession(store: MXFileStore(directory: folder.url))
        try await quiet.take(events: [
            QuietSession.state("m.room.name", ["name": "Harbour"]), QuietSession.message("$1", "hello", at: 10),
        ])
        try await quiet.take(Self.left(membership))
        #expect(quiet.session.rooms.isEmpty)
        await quiet.session.close()

        let later = try await QuietSession(store: MXFileStore(directory: folder.url), starts: false)
        #expect(later.session.rooms.isEmpty)
        let archived = try await later.session.archivedRooms()
        #expect(archived.map(\.displayName) == ["Harbour"] && archived.first?.lastMessage?.body == "farewell")
        #expect(archived.first?.membership.identifier == membership)
        let room = try #require(try await later.session.archivedRoom(withRoomId: ScriptedNode.room))
        let heard = Heard(room.liveTimeline)
        try await room.liveTimeline.paginate(100, direction: .backwards, onlyFromStore: true)
        #expect(heard.events(.backwards).compactMap(\.body) == ["farewell", "hello"])
        #expect(try await room.state().name == "Harbour")
        #expect(try await later.session.archivedRoom(withRoomId: "!nowhere:x") == nil)
        await later.session.close()
    }

    @Test("an invite shows its inviter and the room's description, and has the time of its arrival")
    func invite() async throws {
        let quiet = try await QuietSession(now: Timestamp(milliseconds: 5000))
        try await quiet.take([
            "rooms": [
                "invite": [
                    "!invite:x": [
                        "invite_state": [
                            "events": [
                                QuietSession.state("m.room.name", ["name": "Come in"]),
                                QuietSession.state(
                                    "m.room.member", "@host:x", ["membership": "join", "displayname": "Host"],
                                    from: "@host:x"),
                                QuietSession.state(
                                    "m.room.member", Self.me, ["membership": "invite", "is_direct": true],
                                    from: "@host:x"),
                            ]
                        ]
                    ]
                ]
            ]
        ])
        let room = try #require(quiet.session.room(withRoomId: "!invite:x"))
        #expect(
            room.summary.membership == .invite && room.summary.inviter == "@host:x" && room.summary.isInvitedDirectly)
        #expect(room.summary.displayName == "Come in" && room.summary.lastActivity == 5000)
        #expect(try await room.state().members.memberName("@host:x") == "Host")
        #expect(quiet.session.invitedRooms()?.count == 1)
        try await quiet.take(
            room: [
                "state": [
                    "events": [QuietSession.state("m.room.member", Self.me, ["membership": "join"], from: Self.me)]
                ]
            ], id: "!invite:x")
        #expect(room.summary.membership == .join && room.summary.inviter == nil && !room.summary.isInvitedDirectly)
        #expect(room.summary.name == nil, "what an invite told is not taken for the room's state")
        await quiet.session.close()
    }

    @Test("a room that the user knocked on is listed as a knock")
    func knock() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/knock") { _, _ in (200, ["room_id": "!door:x"]) }
        let session = quiet.session
        let knocking = Task { try await session.knock(onRoom: "!door:x", reason: "please") }
        try await quiet.node.received(1, "/knock")
        try await quiet.take([
            "rooms": [
                "knock": ["!door:x": ["knock_state": ["events": [QuietSession.state("m.room.name", ["name": "Door"])]]]]
            ]
        ])
        #expect(try await knocking.value.summary.displayName == "Door")
        #expect(
            session.knockedRooms.map(\.roomId) == ["!door:x"] && session.roomList.snapshot.rooms(in: .knocks).count == 1
        )
        let body = try JSONValue(parsing: quiet.node.requests("/knock").first?.body ?? [])
        #expect(body["reason"] == "please")
        await session.close()
    }

    @Test("an invite to an email address is accepted with the identity server's signature")
    func signedJoin() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/sign") { request, _ in
            #expect(request.headers["Authorization"] == nil, "no token goes to an identity server")
            return (200, ["mxid": "@me:node.example", "token": "t", "signatures": [:]])
        }
        quiet.node.on("/join") { _, _ in (200, ["room_id": .string(ScriptedNode.room)]) }
        let url = try #require(URL(string: "https://id.example/_matrix/identity/v2/sign?token=t&private_key=k"))
        _ = try await quiet.session.joinRoom(ScriptedNode.room, withSignUrl: url)
        #expect(
            quiet.node.requests("/sign").first?.url.query?.contains("mxid=") == true
                && quiet.node.requests("/sign").first?.url.host == "id.example")
        let body = try JSONValue(parsing: quiet.node.requests("/join").first?.body ?? [])
        #expect(body["third_party_signed"]?["token"] == "t")
        let file = try #require(URL(string: "file:///etc/passwd"))
        #expect(
            (await failure { try await quiet.session.joinRoom(ScriptedNode.room, withSignUrl: file) } as? SDNSDKError)?
                .code == .invalidArgument)
        await quiet.session.close()
    }

    @Test("a replaced room names its replacement and leaves the list when the user joins that")
    func tombstone() async throws {
        let quiet = try await QuietSession()
        var lists = quiet.session.roomList.makeAsyncIterator()
        _ = await lists.next()
        try await quiet.take(events: [
            QuietSession.state("m.room.tombstone", ["body": "moved", "replacement_room": "!new:x"])
        ])
        #expect(await lists.next()?.roomIds == [ScriptedNode.room])
        #expect(try quiet.room.summary.isObsolete && quiet.session.replacement(ofRoom: ScriptedNode.room) == nil)
        try await quiet.take(
            room: [
                "timeline": [
                    "events": [
                        QuietSession.state(
                            "m.room.create",
                            ["room_version": "11", "predecessor": ["room_id": .string(ScriptedNode.room)]])
                    ]
                ]
            ], id: "!new:x")
        #expect(await lists.next()?.roomIds == ["!new:x"])
        #expect(quiet.session.replacement(ofRoom: ScriptedNode.room)?.roomId == "!new:x")
        #expect(quiet.session.room(withRoomId: "!new:x")?.summary.predecessorRoomId == ScriptedNode.room)
        #expect(quiet.session.roomList(MXRoomListOptions(showsReplaced: true)).snapshot.count == 2)
        await quiet.session.close()
    }

    @Test("a room knows its parent spaces, named by them or by itself, until that is withdrawn")
    func spaces() async throws {
        let quiet = try await QuietSession()
        let room = try quiet.room
        try await quiet.take(
            room: [
                "timeline": [
                    "events": [
                        QuietSession.state("m.room.create", ["type": "m.space"]),
                        QuietSession.state("m.space.child", ScriptedNode.room, ["via": ["x"]]),
                    ]
                ]
            ], id: "!space:x")
        #expect(room.summary.parentSpaceIds == ["!space:x"] && quiet.session.spaces.map(\.roomId) == ["!space:x"])
        try await quiet.take(events: [
            QuietSession.state("m.space.parent", "!other:x", ["via": ["x"], "canonical": true])
        ])
        #expect(room.summary.parentSpaceIds == ["!space:x", "!other:x"])
        try await quiet.take(
            events: [QuietSession.state("m.space.child", ScriptedNode.room, [:], at: 2)], id: "!space:x")
        try await quiet.take(events: [QuietSession.state("m.space.parent", "!other:x", [:], at: 2)])
        #expect(room.summary.parentSpaceIds.isEmpty)
        await quiet.session.close()
    }

    @Test("a peek reads the state and messages of an open room page by page, and stores nothing")
    func peek() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/directory/room/") { _, _ in (200, ["room_id": "!open:x", "servers": ["x"]]) }
        quiet.node.on("/state") { _, _ in
            (
                200,
                [
                    QuietSession.state("m.room.name", ["name": "Open"]),
                    QuietSession.state(
                        "m.room.member", "@a:x", ["membership": "join", "displayname": "A"], from: "@a:x"),
                ]
            )
        }
        quiet.node.on("/messages") { request, _ in
            let query = request.url.query ?? ""
            if query.contains("dir=f") {
                return query.contains("from=now2")
                    ? (200, ["start": "now2", "chunk": []])
                    : (
                        200,
                        [
                            "start": "now", "end": "now2",
                            "chunk": [
                                QuietSession.message("$3", "new"),
                                QuietSession.state("m.room.name", ["name": "Opened"], at: 5),
                            ],
                        ]
                    )
            }
            return query.contains("from=old")
                ? (200, ["start": "old", "chunk": [QuietSession.message("$1", "old")]])
                : (200, ["start": "now", "end": "old", "chunk": [QuietSession.message("$2", "seen")]])
        }
        let peek = try await quiet.session.peek(inRoom: "#open:x")
        #expect(
            peek.roomId == "!open:x" && peek.summary.displayName == "Open" && peek.summary.lastMessage?.body == "seen"
                && peek.canPaginate)
        #expect(try await peek.paginate(10).compactMap(\.body) == ["old"] && !peek.canPaginate)
        #expect(try await peek.paginate(10).isEmpty)
        #expect(try await peek.refresh().compactMap(\.body) == ["new"])
        #expect(peek.events.compactMap(\.body) == ["old", "seen", "new"] && peek.state.name == "Opened")
        #expect(quiet.session.rooms.count == 1)
        #expect(try await quiet.session.store.read { try $0.room("!open:x") } == nil)
        await quiet.session.close()
    }

    @Test("a peek's refresh ends although the node always has more pages, and the next one continues")
    func endlessPeek() async throws {
        let quiet = try await QuietSession()
        quiet.node.on("/state") { _, _ in (200, []) }
        quiet.node.on("/messages") { _, count in
            (
                200,
                [
                    "start": .string("t\(count)"), "end": .string("t\(count + 1)"),
                    "chunk": [QuietSession.message("$\(count)")],
                ]
            )
        }
        let peek = try await quiet.session.peek(inRoom: "!open:x")
        #expect(try await peek.refresh().count == MXPeekingRoom.pagesAtOnce)
        #expect(try await peek.refresh().first?.eventId == "$\(MXPeekingRoom.pagesAtOnce + 2)")
        #expect(Set(quiet.node.requests("/messages").map(\.url)).count == 1 + 2 * MXPeekingRoom.pagesAtOnce)
        await quiet.session.close()
    }
}
