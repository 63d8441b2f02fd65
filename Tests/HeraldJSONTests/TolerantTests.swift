import Foundation
import HeraldJSON
import TestSupport
import Testing

@Suite("Reading tolerantly what a strict reader refuses")
struct TolerantTests {
    private static let tolerant = JSONLimits(isTolerant: true)

    private static func nested(_ count: Int, _ inner: String = "") -> String {
        String(repeating: "[", count: count) + inner + String(repeating: "]", count: count)
    }

    @Test(
        "an escape of half a surrogate pair is U+FFFD, and only if the caller asks for that",
        arguments: [
            (#""\ud800""#, "\u{FFFD}"), (#""a\uDC00b""#, "a\u{FFFD}b"), (#""\udc00\ud800""#, "\u{FFFD}\u{FFFD}"),
            (#""\ud800\ud83d\ude00""#, "\u{FFFD}\u{1F600}"), (#""\ud83d\ude00\ude00""#, "\u{1F600}\u{FFFD}"),
            (#""\ud800\u0041\n""#, "\u{FFFD}A\n"), (#""\ud800ud800""#, "\u{FFFD}ud800"),
            (#""\\ud800\ud800""#, #"\ud800"# + "\u{FFFD}"), (#""é\udfff é""#, "é\u{FFFD} é"),
        ])
    func halves(text: String, expected: String) throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8)) }
        #expect(error?.code == .invalidUTF8)
        let document = try JSONDocument(Array(text.utf8), limits: Self.tolerant)
        #expect(document.root.string == expected && document.root.value == .string(expected))
        #expect(try JSONValue(parsing: text, limits: Self.tolerant) == .string(expected))
        let named = "{\(text):[1]}"
        #expect(try JSONDocument(Array(named.utf8), limits: Self.tolerant).root[expected]?.count == 1)
        #expect(try JSONValue(parsing: named, limits: Self.tolerant) == .object([expected: [1]]))
    }

    @Test("two names that halves of surrogate pairs make equal are one member, or an error if duplicates are refused")
    func equalNames() throws {
        let text = #"{"\ud800":1,"\udc00":2}"#
        #expect(try JSONValue(parsing: text, limits: Self.tolerant) == ["\u{FFFD}": 2])
        let limits = JSONLimits(refusesDuplicates: true, isTolerant: true)
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: limits) }
        #expect(error?.code == .duplicateMember)
    }

    @Test(
        "a number beyond the range of a double is null, and the values beside it stay",
        arguments: ["1e400", "-1e400", "1.5E+9999", String(repeating: "9", count: 400), "1e999999999999999999999"])
    func numbers(number: String) throws {
        let text = #"{"a":[1,\#(number),2],"b":\#(number),"c":-1.5}"#
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: text) }
        #expect(error?.code == .outOfRange)
        let root = try JSONDocument(Array(text.utf8), limits: Self.tolerant).root
        #expect(root.value == ["a": [1, nil, 2], "b": nil, "c": -1.5])
        let view = try #require(root["b"])
        #expect(view.int == nil && view.double == nil && view.isNull)
        #expect(try JSONValue(parsing: number, limits: Self.tolerant) == .null)
    }

    @Test("a container beyond the greatest depth is null, and the values beside it stay")
    func depth() throws {
        let limits = JSONLimits(maxDepth: 3, isTolerant: true)
        for (text, expected) in [
            ("[[[1,[2,[3]],4],{}],5]", "[[[1,null,4],{}],5]"), ("[[[[]]]]", "[[[null]]]"),
            (#"{"a":{"b":{"c":{"d":1},"e":[ ],"f":"]"}}}"#, #"{"a":{"b":{"c":null,"e":null,"f":"]"}}}"#),
            (#"[[["]",["]}",1e400,"\ud800"],"\ud800"]],1e400]"#, "[[[\"]\",null,\"\u{FFFD}\"]],null]"),
        ] {
            #expect(throws: JSONError.self) { try JSONValue(parsing: text, limits: JSONLimits(maxDepth: 3)) }
            #expect(try JSONValue(parsing: text, limits: limits) == JSONValue(parsing: expected), "\(text)")
        }
        #expect(try JSONValue(parsing: "[1]", limits: JSONLimits(maxDepth: 0, isTolerant: true)) == .null)
        let standard = try JSONValue(parsing: Self.nested(130), limits: Self.tolerant)
        #expect(standard.serialized() == Array(Self.nested(128, "null").utf8))
    }

    @Test(
        "a text that is no JSON stays refused, also behind and within an odd value",
        arguments: [
            "", #""\ud800"#, #""\ud80""#, #"["\ud800",]"#, "[1e400", "[1e400,]", "1e", "[1e400 1]", "[[[[}]]]]",
            "[[[[1,]]]]", "[[[[]]]", "[[[[]]]]]", "[[[[\"\n\"]]]]", "[[[[tru]]]]", "[[[[01]]]]", "[1e400]x",
        ])
    func noJSON(text: String) {
        let limits = JSONLimits(maxDepth: 3, isTolerant: true)
        #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8), limits: limits) }
        let raw = Array(#"["\ud800",""#.utf8) + [0xED, 0xA0, 0x80] + Array("\"]".utf8)
        #expect(throws: JSONError.self) { try JSONDocument(raw, limits: limits) }
    }

    /// True if a deep text is read down to the greatest depth, and all uses of its value give what they should.
    private static func isRead(_ text: String) -> Bool {
        guard let document = try? JSONDocument(Array(text.utf8), limits: tolerant) else { return false }
        let (value, other) = (document.root.value, document.root.value)
        let bytes = value.serialized()
        guard value == other, value.hashValue == other.hashValue, bytes == document.bytes,
            (try? value.canonicalBytes()) == bytes, (try? document.root.canonicalBytes()) == bytes
        else { return false }
        return bytes.filter { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }.count == 128
    }

    @Test("a million nested containers are read, compared, hashed, written and freed on a stack of 512 KiB")
    func smallStack() async {
        let texts = [("[", "]"), (#"{"a":"#, "}")].map { open, close in
            String(repeating: open, count: 1_000_000) + "1" + String(repeating: close, count: 1_000_000)
        }
        let isRight: Bool = await withCheckedContinuation { continuation in
            let thread = Thread {
                continuation.resume(returning: texts.allSatisfy(Self.isRead))
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
        #expect(isRight)
    }

    @Test("what a strict reader accepts is read tolerantly with the same text and value", arguments: CorpusCase.all)
    func corpus(_ entry: CorpusCase) throws {
        guard case .accept = entry.verdict else { return }
        let document = try JSONDocument(entry.bytes, limits: Self.tolerant)
        #expect(document.bytes == entry.bytes)
        #expect(try document.root.value == JSONValue(parsing: entry.bytes))
    }

    /// Returns the value with `null` for each container that is nested deeper.
    private static func cut(_ value: JSONValue, _ depth: Int) -> JSONValue {
        switch value {
        case .array(let elements): depth == 0 ? .null : .array(elements.map { cut($0, depth - 1) })
        case .object(let object): depth == 0 ? .null : .object(object.mapValues { cut($0, depth - 1) })
        default: value
        }
    }

    @Test("random documents lose only what is too deep", arguments: UInt64(1)...4)
    func randomDepths(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        for _ in 0..<300 {
            let bytes = random.next()
            let whole = try JSONValue(parsing: bytes)
            for depth in 0..<4 {
                let limits = JSONLimits(maxDepth: depth, isTolerant: true)
                #expect(try JSONValue(parsing: bytes, limits: limits) == Self.cut(whole, depth))
            }
        }
    }

    @Test(
        "whatever bytes are read tolerantly, the result is strict, and a strict text stays as it is",
        arguments: UInt64(21)...24)
    func randomBytes(seed: UInt64) throws {
        var (documents, random) = (RandomDocument(seed: seed), SeededGenerator(seed: seed))
        let odd = [#"\ud800"#, #"\udfff"#, #"\u"#, "1e999", "e400", "[", "]", "{", "}", "\"", ","].map {
            Array($0.utf8)
        }
        var (strictly, onlyTolerantly) = (0, 0)
        for _ in 0..<2_000 {
            var bytes = random.chance(oneIn: 10) ? random.bytes(random.below(40)) : documents.next()
            if random.chance(oneIn: 4) { bytes = documents.mutated(bytes) }
            for _ in 0..<random.below(3) {
                bytes.insert(contentsOf: random.pick(odd), at: random.below(bytes.count + 1))
            }
            let depth = random.below(3)
            let strict = try? JSONDocument(bytes, limits: JSONLimits(maxDepth: depth))
            let read = try? JSONDocument(bytes, limits: JSONLimits(maxDepth: depth, isTolerant: true))
            guard let read else {
                #expect(strict == nil, "\(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            if let strict {
                strictly += 1
                #expect(read.bytes == bytes && read.root.value == strict.root.value)
            } else {
                onlyTolerantly += 1
                let again = try JSONDocument(read.bytes, limits: JSONLimits(maxDepth: depth))
                #expect(again.root.value == read.root.value)
            }
        }
        #expect(strictly > 50 && onlyTolerantly > 30, "\(strictly) and \(onlyTolerantly)")
    }
}
