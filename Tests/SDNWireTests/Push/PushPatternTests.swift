import TestSupport
import Testing
@testable import SDNWire

@Suite("Patterns of push rules")
struct PushPatternTests {
    private func lies(_ pattern: String, in text: String, _ extent: PushPattern.Extent = .words) throws -> Bool {
        try #require(PushPattern(pattern)).matches(FoldedText(text), extent)
    }

    @Test(
        "a pattern is matched to words of a message's text, without regard to case",
        arguments: [
            ("cat", "the CAT sat", true), ("CAT", "cat", true), ("cat", "xcat", false), ("cat", "cats", false),
            ("cat", "xcat cat", true),
            ("cat sat", "the cat sat.", true), ("c*t", "the cart", true), ("c?t", "a cut", true),
            ("c?t", "a cart", false), ("cat*", "cats", true),
            ("foo", "foo-bar", true), ("a", "a_b", false), ("@room", "hey @room!", true), ("@room", "@rooms", false),
            ("@room", "foo@room", true),
            ("кот", "который", false), ("кот", "Кот!", true), ("nter", "ünter", false), ("🎉", "a🎉b", true),
            ("?", "🎉", true),
            ("the*cat", "the\ncat\n", true), (" cat", "a cat", true), (" cat", "cat", false), ("k", "\u{212A}", true),
            ("", "abc", true), ("*", "", true),
        ])
    func findsWords(pattern: String, text: String, expected: Bool) throws {
        #expect(try lies(pattern, in: text) == expected)
    }

    @Test(
        "a pattern is matched to the whole of any other value, without regard to case",
        arguments: [
            ("m.room.message", "m.room.message", true), ("M.room.Message", "m.ROOM.message", true),
            ("m.room", "m.room.message", false),
            ("m.room.*", "m.room.message", true), ("*message", "m.room.message", true),
            ("m.*.message", "m.room.message", true), ("b", "abc", false),
            ("a?c", "abc", true), ("a?c", "ac", false), ("", "", true), ("", "a", false), ("*", "", true),
            ("**", "ab", true), ("?*?", "a", false),
            ("é", "É", true), ("k", "\u{212A}", true), ("\u{212A}", "K", true),
        ])
    func matchesWholes(pattern: String, text: String, expected: Bool) throws {
        #expect(try lies(pattern, in: text, .whole) == expected)
        #expect(try #require(PushPattern(pattern)).matchesWhole(text) == expected)
    }

    /// The same written the slow and obvious way.
    private static func obvious(_ pattern: ArraySlice<Character>, _ text: ArraySlice<Character>) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "*" {
            return obvious(pattern.dropFirst(), text) || (!text.isEmpty && obvious(pattern, text.dropFirst()))
        }
        guard let next = text.first else { return false }
        return (first == "?" || first == next) && obvious(pattern.dropFirst(), text.dropFirst())
    }

    private static func isWord(_ character: Character) -> Bool { character == "a" || character == "b" }

    private static func obviousWords(_ pattern: [Character], _ text: [Character]) -> Bool {
        func splits(_ at: Int) -> Bool { at > 0 && at < text.count && isWord(text[at - 1]) && isWord(text[at]) }
        for start in 0...text.count where !splits(start) {
            for end in start...text.count where !splits(end) {
                if obvious(pattern[...], text[start..<end]) { return true }
            }
        }
        return false
    }

    @Test("10,000 random patterns and texts, short and long, match as in a simple matcher")
    func agreesWithTheObvious() throws {
        var generator = SeededGenerator(seed: 6)
        for round in 0..<10_000 {
            let pattern = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                "ab *?-".randomElement(using: &generator) ?? "a"
            }
            let text = (0..<Int.random(in: 0...9, using: &generator)).map { _ in
                "ab -".randomElement(using: &generator) ?? "a"
            }
            // Beyond 64 places the matcher takes another way: the same after a long beginning.
            let beginning = round.isMultiple(of: 2) ? "" : String(repeating: "ab", count: 40) + "-"
            let asked = beginning + String(pattern), given = beginning + String(text)
            #expect(try lies(asked, in: given, .whole) == Self.obvious(pattern[...], text[...]), "\(asked) in \(given)")
            guard beginning.isEmpty else { continue }
            #expect(try lies(asked, in: given) == Self.obviousWords(pattern, text), "\(asked) in \(given)")
        }
    }

    @Test("matching a slow pattern takes at most its length in 64ths times the text's length")
    func isLinear() throws {
        let pattern = try #require(PushPattern(String(repeating: "a*?", count: 300) + "b"))
        let short = FoldedText(String(repeating: "a", count: 6_000)),
            long = FoldedText(String(repeating: "a", count: 60_000))
        let clock = ContinuousClock()
        // The best of several, because others use the machine too.
        func time(_ text: FoldedText) -> Duration {
            (0..<5).map { _ in clock.measure { #expect(!pattern.matches(text, .words)) } }.min() ?? .zero
        }
        // Ten times the text; a matcher that goes back takes a hundred times as long, or for ever.
        #expect(time(long) < max(time(short), .milliseconds(1)) * 60)
    }

    @Test("a pattern that is too long matches nothing")
    func isBounded() {
        #expect(PushPattern(String(repeating: "a", count: PushPattern.lengthLimit)) != nil)
        #expect(PushPattern(String(repeating: "a", count: PushPattern.lengthLimit + 1)) == nil)
    }
}
