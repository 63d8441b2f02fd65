import HeraldJSON
import TestSupport
import Testing

@Suite("Canonical form without a tree")
struct CanonicalViewTests {
    private func view(_ text: String) throws -> JSONView { try JSONDocument(Array(text.utf8)).root }
    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("the canonical form is the tree's, or the same error", arguments: UInt64(31)...38)
    func agreesWithTree(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        var accepted = 0, refused = 0
        for _ in 0..<200 {
            let bytes = random.next()
            let document = try JSONDocument(bytes)
            for omitsNulls in [false, true] {
                let tree = Result { () throws(JSONError) in
                    try document.root.value.canonicalBytes(omittingNulls: omitsNulls)
                }
                let inPlace = Result { () throws(JSONError) in
                    try document.root.canonicalBytes(omittingNulls: omitsNulls)
                }
                switch (tree, inPlace) {
                case (.success(let tree), .success(let inPlace)):
                    accepted += 1
                    #expect(tree == inPlace, "\(text(bytes))")
                case (.failure(let tree), .failure(let inPlace)):
                    refused += 1
                    #expect(tree.code == inPlace.code)
                default: Issue.record("one refuses \(text(bytes))")
                }
            }
        }
        #expect(accepted > 50 && refused > 10)
    }

    @Test("null members are left out at every depth, and null elements stay")
    func nulls() throws {
        let source = #" { "b" : null , "a" : [ null , { "c" : null , "d" : { "e" : null } } ] } "#
        let expected = #"{"a":[null,{"d":{}}]}"#
        #expect(text(try view(source).canonicalBytes(omittingNulls: true)) == expected)
        #expect(text(try view(source).value.canonicalBytes(omittingNulls: true)) == expected)
        #expect(text(try view(source).canonicalBytes()) == #"{"a":[null,{"c":null,"d":{"e":null}}],"b":null}"#)
    }

    @Test("escapes become the shortest, and slashes and everything beyond ASCII are written raw")
    func escapes() throws {
        let source = #"["\u003d\u0041\/\u00e9\ud83d\ude00\u2028","\u000b\u0008\n\"\\","plain é"]"#
        #expect(text(try view(source).canonicalBytes()) == "[\"=A/é😀\u{2028}\",\"\\u000b\\b\\n\\\"\\\\\",\"plain é\"]")
    }

    @Test("numbers have one form, and others are refused with their path")
    func numbers() throws {
        #expect(
            text(try view("[-0,0,-1,9007199254740991,-9007199254740991]").canonicalBytes())
                == "[0,0,-1,9007199254740991,-9007199254740991]")
        for number in ["1.0", "1e0", "9007199254740992", "-9007199254740992", "123456789012345678901234567890", "-0.0"]
        {
            let error = #expect(throws: JSONError.self) { try view(#"{"a":[{"b":\#(number)}]}"#).canonicalBytes() }
            #expect(error?.code == .notCanonical)
            #expect(error?.path == "a[0].b")
        }
    }

    @Test("if a member is written twice, the last one counts")
    func duplicates() throws {
        #expect(text(try view(#"{"b":1,"a":1,"b":2,"a":{"x":1},"b":3}"#).canonicalBytes()) == #"{"a":{"x":1},"b":3}"#)
    }

    static let edits: [(edits: [String: CanonicalEdit], expected: String)] = [
        (["b": .remove], #"{"a":1,"d":{"b":2}}"#),
        (["a": .remove, "b": .remove, "d": .remove], "{}"),
        (["b": .set(Array("[]".utf8))], #"{"a":1,"b":[],"d":{"b":2}}"#),
        (["c": .set(Array("9".utf8))], #"{"a":1,"b":"x","c":9,"d":{"b":2}}"#),
        (["0": .set(Array("0".utf8)), "z": .set(Array("1".utf8))], #"{"0":0,"a":1,"b":"x","d":{"b":2},"z":1}"#),
        (["none": .remove], #"{"a":1,"b":"x","d":{"b":2}}"#),
        (
            ["q\"": .set(Array("true".utf8)), "é": .set(Array("2".utf8))],
            #"{"a":1,"b":"x","d":{"b":2},"q\"":true,"é":2}"#
        ),
    ]

    @Test("edits apply to the members of the object itself", arguments: edits.indices)
    func edit(_ row: Int) throws {
        let row = Self.edits[row]
        for source in [
            #"{"a":1,"b":"x","d":{"b":2}}"#, #"{ "d" : { "b" : 2 } , "b":"x", "a":1 }"#,
            #"{"a":7,"b":7,"d":{"b":2},"b":"x","a":1}"#,
        ] {
            #expect(text(try view(source).canonicalBytes(edits: row.edits)) == row.expected)
            #expect(text(try view(source).value.canonicalBytes(edits: row.edits)) == row.expected)
        }
    }

    @Test("only an object can be edited")
    func editsElsewhere() throws {
        let error = #expect(throws: JSONError.self) { try view("[1]").canonicalBytes(edits: ["a": .remove]) }
        #expect(error?.code == .wrongKind)
        #expect(throws: JSONError.self) { try JSONValue.null.canonicalBytes(edits: ["a": .remove]) }
    }

    @Test("random edits of an object give the same result as edits of the tree", arguments: UInt64(41)...44)
    func randomEdits(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        var choice = SeededGenerator(seed: seed)
        var compared = 0
        while compared < 100 {
            let document = try JSONDocument(random.next())
            guard case .object(var object) = document.root.value, (try? document.root.value.canonicalBytes()) != nil
            else { continue }
            compared += 1
            var edits: [String: CanonicalEdit] = ["new": .set(Array("{}".utf8))]
            object["new"] = [:]
            for key in object.keys where key != "new" && choice.chance(oneIn: 2) {
                edits[key] = choice.chance(oneIn: 2) ? .remove : .set(Array("17".utf8))
                object[key] = edits[key] == .remove ? nil : 17
            }
            #expect(try document.root.canonicalBytes(edits: edits) == JSONValue.object(object).canonicalBytes())
        }
    }

    @Test("an inner part is written without its surroundings")
    func part() throws {
        let inner = try #require(view(#"{"a":[{"z":1,"y":[2]}]}"#)["a"]?.elements.first { _ in true })
        #expect(text(try inner.canonicalBytes()) == #"{"y":[2],"z":1}"#)
    }
}
