import HeraldJSON
import SDNWire
import Testing
@testable import SDNNode

@Suite("The members whose names a text may contain")
struct MemberWordTests {
    @Test("a text names the same members in a small room, whose members are all read, and in a large one")
    func smallAndLarge() async throws {
        let node = try TestNode()
        let found = try await node.assembly.services.database.write { db in
            let room = RoomRowID(rawValue: 99)
            for (user, name) in [("@bo:x", "Bo Peep"), ("@anna:x", "Anna"), ("@fox:x", "🦊"), ("@carl:x", "Carl")] {
                try MemberWordStore.update(
                    user, content: ["membership": "join", "displayname": .string(name)], room: room, in: db)
            }
            let words = FoldedText("Hello Anna, where is Bo? Anna?").distinctWords
            return try [1, 1_000].map {
                try MemberWordStore.users(namedIn: words, members: $0, room: room, in: db)
            }
        }
        #expect(found == [["@anna:x", "@bo:x", "@fox:x"], ["@anna:x", "@bo:x", "@fox:x"]])
    }

    @Test("the words of a text are its runs of parts of words, each once, in any script")
    func distinctWords() {
        let pieces = ["Anna", "bo", "9", "_", " ", "-", "é", "e\u{301}", "ЖУК", "東京", "🦊", "\u{200D}", "ß", "İ", ","]
        var random = SystemRandomNumberGenerator()
        for length in 0..<200 {
            let text = FoldedText((0..<length).map { _ in pieces.randomElement(using: &random) ?? "" }.joined())
            var expected: [String] = []
            for run in text.scalars.split(whereSeparator: { !$0.isPartOfWord }) {
                var word = String.UnicodeScalarView()
                word.append(contentsOf: run)
                if !expected.contains(String(word)) { expected.append(String(word)) }
            }
            #expect(text.distinctWords == expected)
        }
    }
}
