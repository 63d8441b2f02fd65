import HeraldJSON
import Testing

@Suite("RFC 8259 corpus")
struct CorpusTests {
    @Test("a text is accepted or refused as the corpus says", arguments: CorpusCase.all)
    func verdict(_ entry: CorpusCase) throws {
        switch entry.verdict {
        case .accept:
            let document = try JSONDocument(entry.bytes)
            #expect(try JSONValue(parsing: entry.bytes) == document.root.value)
        case .refuse(let code):
            let error = try #require(throws: JSONError.self) { try JSONDocument(entry.bytes) }
            #expect(error.code == code)
            #expect((0...entry.bytes.count).contains(error.offset ?? -1))
            #expect(throws: error) { try JSONValue(parsing: entry.bytes) }
        }
    }

    @Test("a text keeps its verdict inside an array, an object and between spaces", arguments: CorpusCase.all)
    func embedded(_ entry: CorpusCase) {
        // Alone, these are not texts: wrapped, they may become one or become another.
        let changesMeaning: Set = [
            "nothing", "only space", "depth at the limit", "a comma after the value", "a comma between digits",
            "a bracket too many",
            "an open object with a comma", "an open array with a comma",
        ]
        if changesMeaning.contains(entry.name) { return }
        for (before, after) in [("[0,", ",0]"), (#"{"k":"#, #","l":0}"#), (" \r\n\t", " \r\n\t")] {
            let bytes = Array(before.utf8) + entry.bytes + Array(after.utf8)
            switch entry.verdict {
            case .accept: #expect(throws: Never.self) { try JSONDocument(bytes) }
            case .refuse: #expect(throws: JSONError.self) { try JSONDocument(bytes) }
            }
        }
    }

    @Test(
        "every accepted text is refused when cut off, unless it is a number or ends in space",
        arguments: CorpusCase.all)
    func truncated(_ entry: CorpusCase) {
        guard case .accept = entry.verdict, entry.bytes.count <= 300, let last = entry.bytes.last,
            last == UInt8(ascii: "\"") || last == UInt8(ascii: "]") || last == UInt8(ascii: "}")
        else { return }
        for count in 0..<entry.bytes.count where entry.bytes.first.map({ $0 > 0x20 }) == true {
            #expect(throws: JSONError.self) { try JSONDocument(Array(entry.bytes[..<count])) }
        }
    }

    @Test("the corpus has the expected size and names no case twice")
    func size() {
        #expect(CorpusCase.all.count >= 150)
        #expect(Set(CorpusCase.all.map(\.name)).count == CorpusCase.all.count)
    }
}
