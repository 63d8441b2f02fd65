import GRDB
import HeraldJSON
import HeraldKeys
import SDNWire
import Testing
@testable import SDNNode

@Suite("Searching users")
struct UserDirectoryTests {
    private func search(_ user: RoomUser, _ term: String, limit: Int64? = nil) async throws -> JSONValue {
        var body: JSONObject = ["search_term": .string(term)]
        body["limit"] = limit.map(JSONValue.int)
        return try await user.ok("POST", ["user_directory", "search"], .object(body))
    }

    @Test(
        "users of shared or listed rooms are found by name, ID and wallet, and other users and oneself are not")
    func who() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2), cleo = try await RoomUser(node, 3),
            eve = try await RoomUser(node, 4)
        for (user, name) in [(ann, "Zoë A"), (bob, "zoë B"), (cleo, "Zoë C"), (eve, "Zoë E")] {
            try await user.ok("PUT", ["profile", user.userID, "displayname"], ["displayname": .string(name)])
        }
        let shared = try await ann.createRoom(["preset": "private_chat", "invite": [.string(bob.userID)]])
        try await bob.join(shared)
        _ = try await cleo.createRoom(["visibility": "public"])
        _ = try await eve.createRoom()
        let found = try await search(ann, "ZOË ")
        #expect(Set(found.list("results").compactMap { $0.text("display_name") }) == ["zoë B", "Zoë C"])
        #expect(found["limited"] == false)
        #expect(try await search(ann, TestWallet(2).text).list("results").map { $0.text("user_id") } == [bob.userID])
        #expect(try await search(ann, bob.userID).list("results").map { $0.text("user_id") } == [bob.userID])
        #expect(try await search(ann, "%").list("results").isEmpty)
        #expect(try await search(ann, "").list("results").isEmpty)
    }

    @Test(
        "attack 50: a search reads a limited number of members, never all accounts, and says so; an ID is found nevertheless"
    )
    func effort() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom(["preset": "public_chat", "visibility": "public"])
        for seed in 2..<10 { try await RoomUser(node, UInt8(seed)).join(room) }
        func find(_ term: String, workLimit: Int) async throws -> JSONValue {
            try await node.assembly.services.database.read { db in
                try UserDirectory.search(
                    SearchUsersRequest(term: term, limit: 50), by: ann.userID, workLimit: workLimit, in: db)
            }
        }
        #expect(try await find("sdn", workLimit: 100).list("results").count == 9, "the searcher is in a public room")
        #expect(try await find("sdn", workLimit: 100)["limited"] == false)
        #expect(try await find("sdn_", workLimit: 3)["limited"] == true)
        for seed in 2..<10 {
            let wallet = try TestWallet(UInt8(seed))
            #expect(
                try await find(wallet.address.lowercaseHex, workLimit: 1).list("results").map { $0.text("user_id") }
                    == [
                        wallet.userID
                    ])
        }
        let plans = try await node.assembly.services.database.read { db in
            let values: [String: (any DatabaseValueConvertible)?] = [
                "me": "", "workLimit": 1, "from": "", "to": "", "limit": 1,
            ]
            var plans: [String] = []
            for query in [UserDirectory.companions, UserDirectory.listed, UserDirectory.byID] {
                let used = values.filter { query.contains(":\($0.key)") }
                let rows = try Row.fetchAll(db, sql: "EXPLAIN QUERY PLAN \(query)", arguments: StatementArguments(used))
                plans += rows.map { $0["detail"] }
            }
            return plans
        }
        #expect(plans.allSatisfy { !$0.hasPrefix("SCAN a") }, "\(plans)")
    }

    @Test(
        "attack 104: a search for the beginning of an ID reads a limited number of accounts, even if none of them may be found"
    )
    func idWorkLimit() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        _ = try await ann.createRoom()
        let looked = try await node.assembly.services.database.write { db in
            for number in 0..<300 {
                try db.execute(
                    sql: "INSERT INTO account (user_id, created_at) VALUES (?, 0)",
                    arguments: ["@many\(1_000 + number):x"])
            }
            return try db.rowsLookedAt(of: "account", by: "user_id") {
                let found = try UserDirectory.search(
                    SearchUsersRequest(term: "many", limit: 50), by: ann.userID, workLimit: 1, in: db)
                #expect(found == ["limited": true, "results": []])
            }
        }
        #expect((1..<10).contains(looked), "\(looked)")
    }

    @Test("names that begin with the term come first, and the answer says if it is incomplete")
    func order() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        let room = try await ann.createRoom(["preset": "public_chat"])
        for (seed, name) in [(2, "Old Tom"), (3, "Tomas"), (4, "Tommy")] as [(UInt8, String)] {
            let user = try await RoomUser(node, seed)
            try await user.ok("PUT", ["profile", user.userID, "displayname"], ["displayname": .string(name)])
            try await user.join(room)
        }
        let found = try await search(ann, "tom", limit: 2)
        #expect(Set(found.list("results").compactMap { $0.text("display_name") }) == ["Tomas", "Tommy"])
        #expect(found["limited"] == true)
        #expect(
            try await ann.call("POST", ["user_directory", "search"], ["search_term": "a", "limit": -1]).errcode
                == "M_INVALID_PARAM")
        #expect(try await ann.call("POST", ["user_directory", "search"], [:]).errcode == "M_MISSING_PARAM")
    }
}
