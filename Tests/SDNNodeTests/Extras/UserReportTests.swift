import GRDB
import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("Reports of events, rooms and users (Matrix: reporting content)")
struct UserReportTests {
    private func reports(_ node: TestNode) async throws -> [UserReport] {
        try await node.assembly.services.database.read { db in
            try ReportStore.reports(after: 0, limit: 1_000, in: db)
        }
    }

    @Test("users report rooms that they are not in, and other users; a second report replaces the first")
    func roomsAndUsers() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom()
        #expect(try await bob.ok("POST", ["rooms", room, "report"], ["reason": "spam"]) == [:])
        #expect(try await bob.ok("POST", ["users", ann.userID, "report"], ["reason": "rude"]) == [:])
        #expect(try await bob.ok("POST", ["users", ann.userID, "report"], [:]) == [:])
        let found = try await reports(node)
        #expect(found.map(\.roomID) == [room, nil] && found.map(\.userID) == [nil, ann.userID])
        #expect(found.allSatisfy { $0.eventID == nil && $0.reporter == bob.userID && $0.score == nil })
        #expect(found.map(\.reason) == ["spam", nil])
        for path in [["rooms", "!unknown:localhost", "report"], ["users", "@nobody:localhost", "report"]] {
            let answer = try await bob.call("POST", path, [:])
            #expect((answer.status, answer.errcode) == (404, "M_NOT_FOUND"))
        }
        #expect(try await bob.call("POST", ["users", "nobody", "report"], [:]).errcode == "M_INVALID_PARAM")
        let long = JSONValue.string(String(repeating: "x", count: 4_097))
        #expect(try await bob.call("POST", ["rooms", room, "report"], ["reason": long]).errcode == "M_INVALID_PARAM")
        #expect(try await bob.call("POST", ["rooms", room, "report"], ["reason": 5]).errcode == "M_BAD_JSON")
        #expect(try await reports(node).count == 2)
    }

    @Test("only users who are joined to a room report its events")
    func joined() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1), bob = try await RoomUser(node, 2)
        let room = try await ann.createRoom(["preset": "public_chat"])
        try await bob.join(room)
        let event = try await ann.send("rude", to: room)
        try await bob.leave(room)
        let answer = try await bob.call("POST", ["rooms", room, "report", event], [:])
        #expect((answer.status, answer.errcode) == (404, "M_NOT_FOUND"))
        try await bob.join(room)
        #expect(try await bob.ok("POST", ["rooms", room, "report", event], [:]) == [:])
    }

    @Test("a user has a limited number of reports, and the oldest of the user with most reports give way to others")
    func limits() async throws {
        let node = try TestNode()
        let now = node.clock.read()
        try await node.assembly.services.database.write { db in
            func insert(_ subject: Int, by reporter: String) throws {
                let draft = ReportStore.Draft(userID: "@u\(subject):localhost", reporter: reporter, reason: nil)
                try ReportStore.insert(draft, now: now, in: db)
            }
            for subject in 0..<ReportStore.perUser { try insert(subject, by: "@eve:localhost") }
            #expect(throws: MatrixError.self) { try insert(ReportStore.perUser, by: "@eve:localhost") }
            let others = ReportStore.inAll - ReportStore.perUser
            try db.execute(
                sql: """
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
                    INSERT INTO report (room_id, event_id, reporter, reported_at) SELECT '!r', '', '@o' || i, ? FROM n
                    """, arguments: [others, now.milliseconds])
            try insert(0, by: "@ann:localhost")
        }
        let (count, eves, first) = try await node.assembly.services.database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM report"),
                try Int.fetchOne(db, sql: "SELECT count(*) FROM report WHERE reporter = '@eve:localhost'"),
                try String.fetchOne(db, sql: "SELECT user_id FROM report ORDER BY id LIMIT 1")
            )
        }
        #expect(count == ReportStore.inAll && eves == ReportStore.perUser - 1 && first == "@u1:localhost")
    }

    @Test("a report is deleted after a year")
    func age() async throws {
        let node = try TestNode()
        let ann = try await RoomUser(node, 1)
        try await ann.ok("POST", ["users", ann.userID, "report"], [:])
        node.clock.advance(by: ReportStore.lifetime)
        try await node.assembly.reports.sweep()
        #expect(try await reports(node).count == 1)
        node.clock.advance(by: .seconds(1))
        try await node.assembly.reports.sweep()
        #expect(try await reports(node).isEmpty)
    }

    @Test("the operator lists and deletes reports, and nobody else does")
    func operators() async throws {
        let node = try OperatorNode()
        let ann = try await node.register("ann", password: "correct horse")
        let bob = try await node.register("bob", password: "correct horse")
        let room = try await ann.createRoom()
        let event = try await ann.send("rude", to: room)
        try await ann.ok("POST", ["rooms", room, "report", event], ["score": -5, "reason": "mine"])
        try await bob.ok("POST", ["rooms", room, "report"])
        try await bob.ok("POST", ["users", ann.userID, "report"])
        let page = try await node.ok("GET", ["reports"], query: "?limit=2")
        let time = JSONValue.int(node.node.clock.read().milliseconds)
        #expect(
            page["reports"]?.arrayValue?.first == [
                "report_id": 1, "reporter": .string(ann.userID), "reported_at": time, "room_id": .string(room),
                "event_id": .string(event), "score": -5, "reason": "mine",
            ])
        let next = try #require(page["next"]?.stringValue)
        let rest = try await node.ok("GET", ["reports"], query: "?from=" + next)
        #expect(rest["reports"]?.arrayValue?.compactMap { $0["user_id"]?.stringValue } == [ann.userID])
        #expect(rest["next"] == nil)
        #expect(try await node.call("GET", ["reports"], token: ann.token).status == 401)
        #expect(try await node.ok("DELETE", ["reports", "1"]) == [:])
        for id in ["1", "x"] { #expect(try await node.call("DELETE", ["reports", id]).status == 404) }
    }
}
