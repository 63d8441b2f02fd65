import HeraldJSON
import SDNSDK
import Testing

@Suite("Display names of rooms and members")
struct RoomNameTests {
    private func summary(_ details: JSONObject) -> MXRoomSummary {
        MXRoomSummary(roomId: "!a:b", membership: .join, details: details)
    }
    private func heroes(_ names: String...) -> JSONValue {
        .array(names.map { ["user_id": .string("@\($0):b"), "name": .string($0)] })
    }

    @Test("a room's display name is its name, its alias, another alias, or its members' names")
    func order() {
        let all: JSONObject = [
            "name": "Name", "canonical_alias": "#main:b", "alt_aliases": ["#other:b"], "heroes": heroes("Ann"),
            "joined": 2,
        ]
        #expect(summary(all).displayName == "Name")
        var less = all
        for (key, name) in [
            ("name", "#main:b"), ("canonical_alias", "#other:b"), ("alt_aliases", "Ann"), ("heroes", "Empty room"),
        ] {
            less[key] = nil
            #expect(summary(less).displayName == name)
        }
    }

    @Test("a room without a name is named after its members, and the name says if they have left")
    func members() {
        for (heroes, joined, name) in [
            (heroes("Ann"), 2, "Ann"), (heroes("Ann"), 1, "Ann (left)"), (heroes("Ann", "Bo"), 3, "Ann and Bo"),
            (heroes("Ann", "Bo"), 1, "Ann and Bo (left)"),
            (heroes("Ann", "Bo"), 4, "Ann and 2 others"), (heroes("Ann", "Bo", "Cy"), 4, "Ann and 2 others"),
            (heroes("Ann"), 3, "Ann and 1 other"),
        ] as [(JSONValue, Int64, String)] {
            #expect(summary(["heroes": heroes, "joined": .int(joined)]).displayName == name)
        }
        #expect(summary(["heroes": heroes("Ann"), "joined": 1, "invited": 1]).displayName == "Ann")
    }

    @Test("an invite to a room without a name is named after the inviter, and the joined room after its members")
    func invite() async throws {
        let quiet = try await QuietSession(), id = "!invite:x"
        func member(_ user: String, _ membership: String, _ name: String? = nil) -> JSONValue {
            var content: JSONObject = ["membership": .string(membership), "is_direct": true]
            content["displayname"] = name.map(JSONValue.string)
            return QuietSession.state(
                "m.room.member", user, .object(content), from: "@host:x", id: "$" + membership + user)
        }
        let own = member(ScriptedNode.me, "invite")
        try await quiet.take(["rooms": ["invite": [id: ["invite_state": ["events": [own]]]]]])
        let room = try #require(quiet.session.room(withRoomId: id))
        #expect(room.summary.displayName == "@host:x")
        let host = member("@host:x", "join", "Host")
        try await quiet.take(["rooms": ["invite": [id: ["invite_state": ["events": [host, own]]]]]])
        #expect(room.summary.displayName == "Host")
        let members = [host, member("@third:x", "join", "Third"), member(ScriptedNode.me, "join")]
        try await quiet.take(room: ["state": ["events": .array(members)]], id: id)
        #expect(room.summary.displayName == "Host and Third")
        await quiet.session.close()
    }

    @Test("if the node counts no members, a room is renamed when they change, and named after those who left last")
    func changingMembers() async throws {
        let quiet = try await QuietSession(), id = "!crew:x"
        func member(_ user: String, _ membership: String, at time: Int64) -> JSONValue {
            QuietSession.state(
                "m.room.member", user, ["membership": .string(membership)], from: user, id: "$" + membership + user,
                at: time)
        }
        let first = [member(ScriptedNode.me, "join", at: 1), member("@ann:x", "join", at: 2)]
        try await quiet.take(room: ["state": ["events": .array(first)]], id: id)
        let room = try #require(quiet.session.room(withRoomId: id))
        #expect(room.summary.displayName == "@ann:x")
        try await quiet.take(events: [member("@bob:x", "join", at: 3)], id: id)
        #expect(room.summary.displayName == "@ann:x and @bob:x")
        try await quiet.take(events: [member("@ann:x", "leave", at: 4), member("@cy:x", "join", at: 5)], id: id)
        #expect(room.summary.displayName == "@bob:x and @cy:x")
        try await quiet.take(events: [member("@bob:x", "leave", at: 6), member("@cy:x", "leave", at: 7)], id: id)
        #expect(room.summary.displayName == "@bob:x and @cy:x (left)")
        await quiet.session.close()
    }

    @Test("two members with one name are distinguished until one leaves or changes the name")
    func disambiguation() throws {
        func member(_ user: String, _ name: String?, _ membership: String = "join") throws -> MXEvent {
            var content: JSONObject = ["membership": .string(membership)]
            content["displayname"] = name.map(JSONValue.string)
            return try MXEvent(json: [
                "type": "m.room.member", "state_key": .string(user), "sender": .string(user),
                "content": .object(content),
            ])
        }
        var state = MXRoomState(
            roomId: "!a:b",
            events: [
                try member("@a:b", "Sam"), try member("@c:d", "Sam"), try member("@e:f", nil),
                try member("@g:h", "Sam", "leave"),
            ])
        let before = state
        #expect(
            state.members.memberName("@a:b") == "Sam (@a:b)" && state.members.memberName("@e:f") == "@e:f"
                && state.members.memberName("@x:y") == "@x:y")
        #expect(
            state.members.memberName("@g:h") == "Sam (@g:h)", "somebody who has gone is not taken for one who is there")
        #expect(state.members.memberSortedName("@e:f") == "e:f")
        state.apply(try member("@c:d", "Samantha"))
        #expect(state.members.memberName("@a:b") == "Sam" && before.members.memberName("@a:b") == "Sam (@a:b)")
        state.apply(try member("@c:d", "Sam", "ban"))
        #expect(state.members.memberName("@a:b") == "Sam")
    }
}
