import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Deactivating an account and changing its password (SDN sheet 3.2)")
struct AccountEndTests {
    @Test(
        "a deactivated account is in no room, has no session and accepts no login",
        arguments: [true, false])
    func deactivated(erase: Bool) async throws {
        let pair = try await Pair()
        let (node, alice, bob, room) = (pair.node, pair.alice, pair.bob, pair.room)
        let wallet = try TestWallet(2)
        try await bob.ok("PUT", ["profile", bob.userID, "displayname"], ["displayname": "Bob"])
        try await bob.ok(
            "POST", ["pushers", "set"],
            [
                "pushkey": "k", "kind": "http", "app_id": "a", "app_display_name": "A", "device_display_name": "D",
                "lang": "en",
                "data": ["url": "http://push.invalid/_matrix/push/v1/notify"],
            ])
        try await bob.ok("PUT", ["pushrules", "global", "room", room], ["actions": []])
        try await bob.ok("PUT", ["user", bob.userID, "account_data", "x.y"], ["a": 1])
        try await bob.ok("POST", ["user", bob.userID, "filter"], ["room": ["timeline": ["limit": 1]]])
        let since = try await alice.sync().nextBatch
        let body: JSONObject = ["erase": .bool(erase)]
        let demand = try Demand(await bob.call("POST", ["account", "deactivate"], .object(body)))
        #expect(demand.message.hasPrefix("Deactivate this account for good\n"))
        #expect(demand.message.contains("erase") == erase)
        var proved = body
        proved["auth"] = try demand.proof(wallet)
        #expect(
            try await bob.ok("POST", ["account", "deactivate"], .object(proved)) == [
                "id_server_unbind_result": "no-support"
            ])
        #expect(try await bob.call("GET", ["account", "whoami"]).errcode == "M_UNKNOWN_TOKEN")
        #expect(try await alice.sync(since: since).timeline(room).last?.at("content", "membership") == "leave")
        #expect(
            try await node.logIn(TestNode.loginBody(wallet, node.challenge(wallet))).errcode == "M_USER_DEACTIVATED")
        let name = try await alice.ok("GET", ["profile", bob.userID, "displayname"])["displayname"]
        #expect(name == (erase ? .null : "Bob"))
        let user = bob.userID
        let (pushers, rules) = try await node.assembly.services.database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM pusher WHERE user_id = ?", arguments: [user]),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM push_rule WHERE user = ?", arguments: [user])
            )
        }
        #expect(pushers == 0 && rules == 0)
        for table in ["account_data", "sync_filter"] {
            #expect(try await node.count(table, where: "user = '\(user)'") == 0)
        }
    }

    @Test(
        "changing the password ends the other sessions by default, and the old password no longer works",
        arguments: [true, false])
    func password(logout: Bool) async throws {
        let node = try TestNode { $0.enableRegistration = true }
        func session(_ device: String, register: Bool = false, password: String = "secret") async throws
            -> TestNode.Answer
        {
            if register {
                return try await node.send(
                    "POST", TestNode.prefix + "register",
                    [
                        "username": "ann", "password": "secret", "device_id": .string(device),
                        "auth": ["type": "m.login.dummy"],
                    ])
            }
            return try await node.send(
                "POST", TestNode.prefix + "login",
                [
                    "type": "m.login.password", "identifier": ["type": "m.id.user", "user": "ann"],
                    "password": .string(password), "device_id": .string(device),
                ])
        }
        func user(_ answer: TestNode.Answer) throws -> RoomUser {
            RoomUser(node, token: try #require(answer.body.text("access_token")), userID: "@ann:localhost")
        }
        let one = try user(await session("ONE", register: true)), two = try user(await session("TWO"))
        func change(_ auth: JSONValue?) async throws -> TestNode.Answer {
            var body: JSONObject = ["new_password": "better", "logout_devices": .bool(logout)]
            body["auth"] = auth
            return try await one.call("POST", ["account", "password"], .object(body))
        }
        let demand = try Demand(await change(nil))
        let identifier: JSONValue = ["type": "m.id.user", "user": "ann"]
        #expect(
            try Demand(await change(["type": "m.login.password", "identifier": identifier, "password": "no"])).answer
                .errcode == "M_FORBIDDEN")
        let proof: JSONValue = [
            "type": "m.login.password", "identifier": identifier, "password": "secret",
            "session": .string(demand.session),
        ]
        #expect(try await change(proof).body == [:])
        // A session changes the password once.
        #expect(try await change(["session": .string(demand.session)]).status == 401)
        #expect(try await one.call("GET", ["account", "whoami"]).status == 200)
        #expect(try await two.call("GET", ["account", "whoami"]).status == (logout ? 401 : 200))
        #expect(try await session("THREE").errcode == "M_FORBIDDEN")
        #expect(try await session("THREE", password: "better").status == 200)
        #expect(try await one.call("POST", ["account", "password"], ["new_password": ""]).errcode == "M_INVALID_PARAM")
    }

    @Test("an account of a wallet has no password, so changing it is refused")
    func noPassword() async throws {
        let alice = try await RoomUser(TestNode(), 1)
        #expect(try await alice.call("POST", ["account", "password"], ["new_password": "x"]).errcode == "M_FORBIDDEN")
    }
}
