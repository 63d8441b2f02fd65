import HeraldJSON
import Testing
@testable import SDNNode

@Suite("The rank of messages that a search finds")
struct SearchRankTests {
    private let ann: RoomUser
    private let bob: RoomUser
    private let room: String

    init() async throws {
        let node = try TestNode()
        ann = try await RoomUser(node, 1)
        bob = try await RoomUser(node, 2)
        room = try await ann.createRoom()
    }

    private func ranks(_ term: String, _ more: JSONObject = [:]) async throws -> [JSONValue?] {
        try await SearchTests.search(ann, term, more).list("results").map { $0["rank"] }
    }

    @Test("ranks say nothing about texts that the searcher may not read", arguments: ["rank", "recent"])
    func others(order: String) async throws {
        for text in ["a treasure", "a treasure and a treasure map", "no gold but a treasure"] {
            try await ann.send(text, to: room)
        }
        let more: JSONObject = ["order_by": .string(order)]
        let before = try await (ranks("treasure", more), ranks("treasure a", more))
        #expect(before.0.count == 3 && before.1.count == 3)
        let secret = try await bob.createRoom()
        for number in 0..<20 { try await bob.send("treasure treasure \(number)", to: secret) }
        try await bob.send(String(repeating: "long ", count: 2_000), to: secret, txn: "long")
        let after = try await (ranks("treasure", more), ranks("treasure a", more))
        #expect(before.0 == after.0 && before.1 == after.1)
    }

    @Test("texts in which the words occur more often come first, then shorter texts, then newer ones")
    func order() async throws {
        let texts = [
            "pear trees and apple trees", "old pear", "new pear", "pear, pear and pears",
            "pear " + String(repeating: "pear ", count: 400),
        ]
        for (number, text) in texts.enumerated() { try await ann.send(text, to: room, txn: "\(number)") }
        let found = SearchTests.texts(try await SearchTests.search(ann, "pear"))
        #expect(found == [texts[3], texts[2], texts[1], texts[0], texts[4]])
        let ranks = try await ranks("pear").compactMap { $0?.doubleValue }
        #expect(ranks.count == 5 && ranks == ranks.sorted(by: >))
        #expect(ranks.allSatisfy { $0 > 0 })
    }

    @Test("only occurrences in the members that are searched count")
    func members() async throws {
        for (number, name) in ["pear pear pear", "plum plum plum"].enumerated() {
            try await ann.send(
                "m.room.message", ["msgtype": "m.text", "body": "one pear", "name": .string(name)], to: room,
                txn: "\(number)")
        }
        let bodies = try await ranks("pear", ["keys": ["content.body"]])
        #expect(bodies.count == 2 && bodies[0] == bodies[1])
        let all = try await ranks("pear")
        #expect(all.count == 2 && all[0] != all[1])
    }
}
