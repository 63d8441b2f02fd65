import HeraldJSON
import Testing
@testable import SDNNode

@Suite("Limits of search terms")
struct SearchTermTests {
    /// The words of the query that SQLite receives.
    private func words(_ term: String) -> [Substring] {
        let query = SearchTerm(term).match(keys: ["content.body"])?.drop { $0 != "(" } ?? ""
        return query.split { $0 == " " || $0 == "\"" || $0 == "(" || $0 == ")" }
    }

    @Test(
        "a search has at most 32 words, also inside quotes and in scripts without spaces",
        arguments: [
            String(repeating: "a ", count: 100), "\"" + String(repeating: "a ", count: 100) + "\"",
            String(repeating: "京", count: 100), String(repeating: "\"a b c\" 東京 ", count: 20),
            "\"" + String(repeating: "\u{378} ", count: 100) + "a\"",
        ])
    func words(term: String) {
        #expect(words(term).count == 32)
    }

    @Test("a character that joins or parts words, depending on SQLite, counts as a word of its own")
    func unknownCharacters() {
        #expect(words(String(repeating: "a\u{19B0}", count: 100)).joined().count <= 32)
        #expect(words("é" + String(repeating: "x", count: 900)).joined().count == 901)
    }

    @Test("a search with 32 words is used as a whole")
    func atTheLimit() {
        let term = (0..<32).map { "word\($0)" }.joined(separator: " ")
        #expect(words(term).map(String.init) == (0..<32).map { "word\($0)" })
        #expect(SearchTerm(term).words.count == 32)
    }

    @Test("a line is found by a longer part of it than 32 characters, in a script without spaces")
    func longPart() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        let room = try await ann.createRoom(), line = String(repeating: "東京大学へ", count: 10)
        try await ann.send(line, to: room)
        #expect(SearchTests.texts(try await SearchTests.search(ann, String(line.prefix(40)))) == [line])
    }

    @Test("a term of more than a kibibyte is refused")
    func bytes() async throws {
        let ann = try await RoomUser(try TestNode(), 1)
        func answer(_ count: Int) async throws -> TestNode.Answer {
            try await ann.call(
                "POST", ["search"],
                ["search_categories": ["room_events": ["search_term": .string(String(repeating: "x", count: count))]]])
        }
        #expect(try await answer(1_024).status == 200)
        let refused = try await answer(1_025)
        #expect((refused.status, refused.errcode) == (400, "M_INVALID_PARAM"))
        #expect(refused.error?.contains("search_term") == true)
    }
}
