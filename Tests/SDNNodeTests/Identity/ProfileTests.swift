import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Profiles (SDN sheet 2.1 and 7.8)")
struct ProfileTests {
    let node: TestNode
    let wallet: TestWallet
    let profile: String

    init() throws {
        node = try TestNode()
        wallet = try TestWallet(51)
        profile = "/_api/client/r0/profile/\(wallet.userID)"
    }

    @Test("a whole profile leaves absent fields out, and a field's own path returns null")
    func empty() async throws {
        try await node.token(wallet)
        #expect(try await node.send("GET", profile).body == ["wallet_address": .string(wallet.text)])
        #expect(try await node.send("GET", profile + "/displayname").body == ["displayname": .null])
        #expect(try await node.send("GET", profile + "/avatar_url").body == ["avatar_url": .null])
        #expect(try await node.send("GET", profile + "/signature").body == ["signature": ""])
    }

    @Test("fields are set, read and cleared by their owner")
    func fields() async throws {
        let token = try await node.token(wallet)
        #expect(try await node.send("PUT", profile + "/displayname", token: token, ["displayname": "Bö"]).body == [:])
        #expect(
            try await node.send("PUT", profile + "/avatar_url", token: token, ["avatar_url": "mxc://a/b"]).body == [:])
        #expect(try await node.send("PUT", profile + "/signature", token: token, ["signature": "gm"]).body == [:])
        #expect(
            try await node.send("GET", profile).body == [
                "wallet_address": .string(wallet.text), "displayname": "Bö", "avatar_url": "mxc://a/b",
                "signature": "gm",
            ])
        for value: JSONValue in ["", .null] {
            #expect(
                try await node.send("PUT", profile + "/displayname", token: token, ["displayname": value]).status == 200
            )
            #expect(try await node.send("GET", profile + "/displayname").body == ["displayname": .null])
        }
    }

    @Test("a field is deleted by its owner, which may be repeated")
    func deletion() async throws {
        let token = try await node.token(wallet), stranger = try await node.token(TestWallet(52))
        for field in ["displayname", "avatar_url"] {
            let path = "/_matrix/client/v3/profile/\(wallet.userID)/\(field)"
            try #require(try await node.send("PUT", path, token: token, [field: "x"]).status == 200)
            #expect(try await node.send("DELETE", path, token: stranger).errcode == "M_FORBIDDEN")
            #expect(try await node.send("GET", path).body == [field: "x"])
            for _ in 0..<2 { #expect(try await node.send("DELETE", path, token: token).body == [:]) }
            #expect(try await node.send("GET", path).body == [field: .null])
        }
        let unknown = "/_matrix/client/v3/profile/\(wallet.userID)/m.tz"
        #expect(try await node.send("DELETE", unknown, token: token).errcode == "M_INVALID_PARAM")
    }

    @Test("users can change only their own profile, and unknown users have no profile")
    func foreign() async throws {
        try await node.token(wallet)
        let stranger = try await node.token(TestWallet(52))
        #expect(
            try await node.send("PUT", profile + "/displayname", token: stranger, ["displayname": "x"]).errcode
                == "M_FORBIDDEN")
        #expect(
            try await node.send("PUT", profile + "/signature", token: stranger, ["signature": "x"]).errcode
                == "M_FORBIDDEN")
        #expect(try await node.send("GET", "/_api/client/r0/profile/@nobody:localhost").status == 404)
        #expect(try await node.send("GET", "/_api/client/r0/profile/nobody").errcode == "M_INVALID_PARAM")
    }

    @Test("a display name has up to 256 characters of any script")
    func longest() async throws {
        let token = try await node.token(wallet)
        for letter in ["x", "\u{1F408}"] {
            let name = String(repeating: letter, count: 256)
            let set = try await node.send(
                "PUT", profile + "/displayname", token: token, ["displayname": .string(name)])
            #expect(set.status == 200)
            #expect(try await node.send("GET", profile + "/displayname").body["displayname"]?.stringValue == name)
            let refused = try await node.send(
                "PUT", profile + "/displayname", token: token, ["displayname": .string(name + "x")])
            #expect(refused.status == 400 && refused.errcode == "M_INVALID_PARAM")
        }
    }

    @Test("fields that are too long or unknown are refused")
    func refused() async throws {
        let token = try await node.token(wallet)
        let long = JSONValue.string(String(repeating: "x", count: 1_001))
        for field in ["displayname", "avatar_url", "signature"] {
            #expect(
                try await node.send("PUT", profile + "/" + field, token: token, [field: long]).errcode
                    == "M_INVALID_PARAM")
        }
        for field in ["displayname", "avatar_url", "signature"] {
            let cut = try await node.send("PUT", profile + "/" + field, token: token, [field: "visible\u{0}hidden"])
            #expect(cut.status == 400)
            #expect(cut.errcode == "M_INVALID_PARAM")
            #expect(cut.error?.contains(field) == true)
        }
        #expect(try await node.send("PUT", profile + "/mood", token: token, ["mood": "x"]).errcode == "M_INVALID_PARAM")
        #expect(
            try await node.send("PUT", profile + "/displayname", token: token, ["displayname": 5]).errcode
                == "M_BAD_JSON")
    }

    @Test("a new display name reaches every room that accepts it, and one that refuses it does not affect the others")
    func roomThatRefuses() async throws {
        let user = try await RoomUser(node, 51)
        let before = try await user.createRoom(), crowded = try await user.createRoom(),
            after = try await user.createRoom()
        // The own member event as large as it may be, so that a name does not fit any more.
        var filler = 65_500
        while try await user.call(
            "PUT", ["rooms", crowded, "state", "m.room.member", user.userID],
            [
                "membership": "join", "filler": .string(String(repeating: "x", count: filler)),
            ]
        ).status != 200 { filler -= 50 }
        let name = String(repeating: "n", count: 200)
        #expect(
            try await node.send("PUT", profile + "/displayname", token: user.token, ["displayname": .string(name)])
                .status == 200)
        #expect(try await node.send("GET", profile + "/displayname").body["displayname"]?.stringValue == name)
        func shown(in room: String) async throws -> String? {
            try await user.state(of: room).first { $0.type == "m.room.member" }?.text("content", "displayname")
        }
        #expect(try await shown(in: before) == name)
        #expect(try await shown(in: crowded) == nil)
        #expect(try await shown(in: after) == name)
    }
}
