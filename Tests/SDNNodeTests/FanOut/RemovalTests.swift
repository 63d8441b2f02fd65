import Foundation
import GRDB
import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Writes that delete many rows")
struct RemovalTests {
    @Test("attack 96: the data of a deactivated account is deleted in slices")
    func erasure() async throws {
        let node = try TestNode(), alice = try await RoomUser(node, 1), user = alice.userID
        try await node.assembly.services.database.write { db in
            for number in 0..<150 {
                try db.execute(
                    sql: "INSERT INTO account_data (user, room, type, content, ord) VALUES (?, 0, ?, ?, ?)",
                    arguments: [user, "t\(number)", Data("{}".utf8), try EventStore.nextPosition(in: db)])
                try db.execute(
                    sql: """
                        INSERT INTO notified_user (user, room, ord, sender, thread, notifies, is_highlight, actions) VALUES (?, 1, ?, '@x:y', '', 1, 0, ?)
                        """,
                    arguments: [user, number, Data("[]".utf8)])
                try db.execute(
                    sql: "INSERT INTO sync_filter (user, id, body) VALUES (?, ?, ?)",
                    arguments: [user, number, Data(#"{"n":\#(number)}"#.utf8)])
                try db.execute(
                    sql: "INSERT INTO contact (user_id, is_room, contact_id, tags, added_at) VALUES (?, 0, ?, ?, 0)",
                    arguments: [user, "@u\(number):x", Data("[]".utf8)])
            }
            try GuideStepStore.set([0x31], of: user, in: db)
        }
        await node.assembly.services.fanOutTasks.stop()
        let tables = [
            "account_data", "notified_user", "push_rule", "push_custom", "sync_filter", "contact", "guide",
        ]
        func rows() async throws -> Int {
            var sum = 0
            for table in tables { sum += try await node.count(table) }
            return sum
        }
        var last = try await rows()
        let proof = try Demand(await alice.call("POST", ["account", "deactivate"], ["erase": true])).proof(
            TestWallet(1))
        try await alice.ok("POST", ["account", "deactivate"], ["erase": true, "auth": proof])
        repeat {
            let now = try await rows()
            #expect(last - now <= RemovalSlice.rowsPerWrite)
            last = now
        } while try await node.stepFanOut()
        #expect(try await rows() == 0)
    }

    @Test("attack 96: a message over a device's limit leaves the deletion of other messages to later turns")
    func crowding() async throws {
        let node = try TestNode { $0.userLimits.toDeviceWaiting = 400_000 }
        let alice = try await RoomUser(node, 1, deviceID: "A"), bob = try await RoomUser(node, 2), user = alice.userID
        func fill(_ count: Int, from sender: String) async throws {
            try await node.assembly.services.database.write { db in
                for _ in 0..<count {
                    try db.execute(
                        sql:
                            "INSERT INTO to_device (user, device, ord, sender, type, content) VALUES (?, 'A', ?, ?, 't', ?)",
                        arguments: [user, try EventStore.nextPosition(in: db), sender, Data("{}".utf8)])
                }
            }
        }
        func send(_ txn: String) async throws {
            let content: JSONValue = ["t": .string(String(repeating: "a", count: 20_000))]
            try await bob.ok(
                "PUT", ["sendToDevice", "x.y", txn], ["messages": .object(JSONObject([user: ["A": content]]))])
        }
        await node.assembly.services.fanOutTasks.stop()
        try await fill(380, from: "@eve:x")
        for txn in ["1", "2"] { try await send(txn) }
        #expect(try await node.count("to_device") == 382)
        #expect(try await node.pendingFanOuts().count == 1)
        var last = 382
        while try await node.stepFanOut() {
            let now = try await node.count("to_device")
            #expect(last - now <= RemovalSlice.rowsPerWrite)
            last = now
        }
        let load = try await node.assembly.services.database.read { db in
            try ToDeviceLoad.load(user: user, device: "A", in: db)
        }
        #expect((200_000...300_000).contains(load))
        #expect(try await node.count("to_device", where: "sender <> '@eve:x'") == 2)
        // However many write, twice as much is the most.
        try await fill(600, from: "@eve:x")
        try await send("3")
        #expect(
            try await node.assembly.services.database.read { db in
                try ToDeviceLoad.load(user: user, device: "A", in: db)
            } <= 300_000)
    }

    @Test("attack 96: expired OpenID tokens are deleted a few at a time, and a user has at most a hundred")
    func openID() async throws {
        let node = try TestNode(), alice = try await RoomUser(node, 1), user = alice.userID
        try await node.assembly.services.database.write { db in
            for number in 0..<300 {
                try db.execute(
                    sql: "INSERT INTO openid_token (hash, user_id, expires_at) VALUES (?, ?, ?)",
                    arguments: [Data("\(number)".utf8), user, number])
            }
        }
        var last = 300, newest = ""
        for _ in 0..<110 {
            newest = try #require(
                try await alice.ok("POST", ["user", user, "openid", "request_token"], [:]).text("access_token"))
            let now = try await node.count("openid_token")
            #expect(last - now < 40)
            last = now
        }
        #expect(last == OpenIDTokens.perUser)
        #expect(
            try await node.send("GET", "/_matrix/federation/v1/openid/userinfo?access_token=" + newest).status == 200)
    }

    @Test("attack 96: expired transaction IDs are deleted a few at a time")
    func transactions() async throws {
        let node = try TestNode(), alice = try await RoomUser(node, 1, deviceID: "A"), user = alice.userID
        let room = try await alice.createRoom()
        try await node.assembly.services.database.write { db in
            for number in Int64(-300)..<300 {
                try db.execute(
                    sql: "INSERT INTO handled_request (key, proof, event_id, ts) VALUES (?, 1, '', 1)",
                    arguments: [number << 54 | 1])
            }
        }
        let sends = RequestHash.sweeping(10, endpoint: "send/\(room)/m.room.message", user: user, device: "A")
        let messages = RequestHash.sweeping(10, endpoint: "sendToDevice/x.y", user: user, device: "A")
        func expired() async throws -> Int { try await node.count("handled_request", where: "ts = 1") }
        var last = try await expired()
        for (send, message) in zip(sends, messages) {
            for isMessage in [false, true] {
                if isMessage {
                    try await alice.ok("PUT", ["sendToDevice", "x.y", message], ["messages": [:]])
                } else {
                    try await alice.send("x", to: room, txn: send)
                }
                let now = try await expired()
                #expect(last - now <= 128)
                #expect(now < last || now == 0)
                last = now
            }
        }
        #expect(last == 0)
        #expect(try await node.count("handled_request") == 20)
    }
}
