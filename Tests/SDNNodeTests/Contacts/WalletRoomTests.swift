import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Rooms of wallets (SDN sheet 2.2)")
struct WalletRoomTests {
    @Test("the direct room with a wallet is created once, and both members find it")
    func direct() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let wallet = try TestWallet(2)
        let path = "/_api/client/sendmessbywallet/" + wallet.text
        let made = try #require(try await node.send("POST", path, token: ann.token, [:]).body.text("room_id"))
        #expect(try await node.send("POST", path, token: ann.token, [:]).body.text("room_id") == made)
        #expect(try await ann.ok("GET", ["find_dm_room", bob.userID]) == ["dm_rooms": [.string(made)]])
        #expect(
            try await ann.ok("GET", ["user", ann.userID, "account_data", "m.direct"])
                == .object([bob.userID: [.string(made)]]))
        #expect(try await bob.ok("GET", ["find_dm_room", ann.userID]) == ["dm_rooms": []])
        try await bob.join(made)
        #expect(try await bob.ok("GET", ["find_dm_room", ann.userID]) == ["dm_rooms": [.string(made)]])
        _ = try await ann.createRoom(["invite": [.string(bob.userID)]])
        #expect(try await ann.ok("GET", ["find_dm_room", bob.userID]) == ["dm_rooms": [.string(made)]])
        try await bob.leave(made)
        #expect(try await ann.ok("GET", ["find_dm_room", bob.userID]) == ["dm_rooms": []])
    }

    @Test("attack 104: the check if two users share a direct room reads only a few members, however many there are")
    func crowd() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat", "is_direct": true])
        try await bob.join(room)
        try await ann.crowd(room, 300)
        let looked = try await node.assembly.services.database.write { db in
            try db.rowsLookedAt(of: "membership", by: "user") {
                let found = try DirectRooms.shared(by: ann.userID, with: bob.userID, in: db)
                #expect(found.isEmpty)
            }
        }
        #expect((1..<10).contains(looked), "\(looked)")
    }

    @Test("a wallet without a login, and the user's own wallet, have no direct room")
    func nobody() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        #expect(
            try await node.send("POST", "/_api/client/sendmessbywallet/" + TestWallet(9).text, token: ann.token, [:])
                .errcode == "M_NOT_FOUND")
        #expect(
            try await node.send("POST", "/_api/client/sendmessbywallet/" + TestWallet(1).text, token: ann.token, [:])
                .errcode == "M_INVALID_PARAM")
        #expect(
            try await node.send("POST", "/_api/client/sendmessbywallet/x", token: ann.token, [:]).errcode
                == "M_INVALID_PARAM")
    }

    @Test("dissolving a room removes all members and its directory entries, and needs the power to do so")
    func dissolve() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), cleo = try await RoomUser(node, 3)
        let room = try await ann.createRoom([
            "preset": "public_chat", "visibility": "public", "room_alias_name": "den", "invite": [.string(cleo.userID)],
        ])
        try await bob.join(room)
        #expect(try await bob.call("POST", ["rooms", room, "dissolve"], [:]).errcode == "M_FORBIDDEN")
        #expect(try await bob.ok("GET", ["joined_rooms"]).list("joined_rooms").count == 1)
        #expect(try await ann.ok("POST", ["rooms", room, "dissolve"], ["reason": "over"]) == [:])
        for user in [ann, bob] { #expect(try await user.ok("GET", ["joined_rooms"]).list("joined_rooms").isEmpty) }
        #expect(try await ann.ok("GET", ["publicRooms"]).list("chunk").isEmpty)
        #expect(try await bob.call("POST", ["join", "#den:localhost"]).errcode == "M_NOT_FOUND")
        #expect(try await bob.call("POST", ["join", room]).errcode == "M_FORBIDDEN")
        #expect(try await cleo.sync().at("rooms", "invite") == [:])
    }

    @Test("an invitation can be withdrawn, but not a membership")
    func revoke() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["invite": [.string(bob.userID)]])
        #expect(try await ann.ok("POST", ["rooms", room, "revoke"], ["user_id": .string(bob.userID)]) == [:])
        #expect(try await bob.call("POST", ["join", room]).errcode == "M_FORBIDDEN")
        try await ann.invite(bob, to: room)
        try await bob.join(room)
        #expect(
            try await ann.call("POST", ["rooms", room, "revoke"], ["user_id": .string(bob.userID)]).errcode
                == "M_FORBIDDEN")
    }

    @Test("the DIDs of many users are returned in one answer")
    func dids() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let wallet = try TestWallet(2)
        let found = try await ann.ok(
            "POST", ["account", "3pid", "did"], ["users": [.string(bob.userID), "@nobody:localhost"]])
        #expect(
            found
                == .object([
                    bob.userID: [
                        "did": .string(wallet.did), "wallet_address": .string(wallet.text),
                        "addresses": [.string(wallet.text)],
                    ]
                ]))
        #expect(try await ann.call("POST", ["account", "3pid", "did"], ["users": ["x"]]).errcode == "M_INVALID_PARAM")
    }

    @Test("a DID without a wallet that has signed for it has no wallet address")
    func unsigned() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let wallet = try TestWallet(2)
        try await node.assembly.services.database.write { db in
            try db.execute(sql: "UPDATE did_address SET is_proven = 0 WHERE did = ?", arguments: [wallet.did])
        }
        #expect(
            try await ann.ok("POST", ["account", "3pid", "did"], ["users": [.string(bob.userID)]])
                == .object([bob.userID: ["did": .string(wallet.did), "addresses": []]]))
    }

    @Test("a login returns the user's progress in the app's introduction")
    func guide() async throws {
        let node = try TestNode(), wallet = try TestWallet(1)
        let ann = try await RoomUser(node, 1)
        #expect(try await node.logIn(TestNode.loginBody(wallet, node.challenge(wallet))).body["guide_state"] == nil)
        #expect(try await ann.ok("POST", ["account", "guide"], ["step": 3]) == [:])
        #expect(try await node.logIn(TestNode.loginBody(wallet, node.challenge(wallet))).body["guide_state"] == 3)
        #expect(try await ann.call("POST", ["account", "guide"], [:]).errcode == "M_MISSING_PARAM")
    }
}
