import HeraldJSON
import Testing

@Suite("JSONView")
struct JSONViewTests {
    private func view(_ text: String) throws -> JSONView { try JSONDocument(Array(text.utf8)).root }

    @Test("values are read in place")
    func scalars() throws {
        let root = try view(#"{"s":"h\u00e9","i":-42,"d":1.5,"t":true,"f":false,"n":null,"a":[1,2],"o":{"k":"v"}}"#)
        #expect(root["s"]?.string == "h\u{E9}")
        #expect(root["i"]?.int == -42)
        #expect(root["i"]?.double == -42)
        #expect(root["d"]?.double == 1.5)
        #expect(root["d"]?.int == nil)
        #expect(root["t"]?.bool == true)
        #expect(root["f"]?.bool == false)
        #expect(root["n"]?.isNull == true)
        #expect(root["a"]?.elements.map(\.int) == [1, 2])
        #expect(root["o"]?["k"]?.string == "v")
        #expect(root["x"] == nil)
        #expect(root["s"]?["x"] == nil)
        #expect(root["s"]?.int == nil)
        #expect(root["i"]?.string == nil)
        #expect(root.members.map(\.key) == ["s", "i", "d", "t", "f", "n", "a", "o"])
        #expect(root.members.map(\.value.kind) == [.string, .number, .number, .bool, .bool, .null, .array, .object])
        #expect(root.count == 8)
        #expect(root["a"]?.count == 2)
        #expect(root["s"]?.count == 0)
    }

    @Test("the raw bytes of a value are exactly its own")
    func rawBytes() throws {
        let text = #" { "a" : [ 1 , {"x":"\"]}"} ] , "b" : -1.5e3 , "c" : "q" , "d" : true , "e" : {} } "#
        let root = try view(text)
        func raw(_ view: JSONView?) -> String? { view.map { String(decoding: $0.rawBytes, as: UTF8.self) } }
        #expect(raw(root) == String(text.dropFirst().dropLast()))
        #expect(raw(root["a"]) == #"[ 1 , {"x":"\"]}"} ]"#)
        #expect(raw(root["b"]) == "-1.5e3")
        #expect(raw(root["c"]) == #""q""#)
        #expect(raw(root["d"]) == "true")
        #expect(raw(root["e"]) == "{}")
    }

    @Test("a name is found in any spelling, and the last of two counts")
    func names() throws {
        let root = try view(#"{"a":1,"\u0062":2,"\u0061":3,"\ud83d\ude00":4,"a\/b":5}"#)
        #expect(root["a"]?.int == 3)
        #expect(root["b"]?.int == 2)
        #expect(root["\u{1F600}"]?.int == 4)
        #expect(root["a/b"]?.int == 5)
        #expect(root[""] == nil)
        #expect(root.members.map(\.key) == ["a", "b", "a", "\u{1F600}", "a/b"])
        let accents = try view("{\"\u{E9}\":1,\"e\u{301}\":2}")
        #expect(accents["\u{E9}"]?.int == 1)
        #expect(accents["e\u{301}"]?.int == 2)
    }

    @Test("a string is compared without decoding it")
    func equals() throws {
        let root = try view(#"["m.room.message","m.room.messag\u0065","m.room.messages","",1,"m.room.massage"]"#)
        #expect(root.elements.map { $0.equals("m.room.message") } == [true, true, false, false, false, false])
        #expect(root.elements.map { $0.equals("") } == [false, false, false, true, false, false])
    }

    @Test("only arrays have elements and only objects have members")
    func noElements() throws {
        let root = try view(#"{"chunk":[{"type":"a"},{"type":"b"}]}"#)
        var types: [String] = []
        for event in root["chunk"]?.elements ?? .empty where event["type"]?.equals("b") != true {
            types.append(event["type"]?.string ?? "")
        }
        #expect(types == ["a"])
        for view in root["missing"]?.elements ?? .empty { Issue.record("an absent value has the element \(view.kind)") }
        for (key, _) in root["missing"]?.members ?? .empty { Issue.record("an absent value has the member \(key)") }
        #expect(Array(root.elements).isEmpty)
        #expect(try Array(view("[[],1]").members).isEmpty)
        #expect(try Array(view("1").elements).isEmpty)
    }

    @Test("integers at the ends of 64 bits are read")
    func edges() throws {
        let root = try view("[9223372036854775807,-9223372036854775808,9223372036854775808,-9223372036854775809,-0]")
        #expect(root.elements.map(\.int) == [.max, .min, nil, nil, 0])
        #expect(root.value == [.int(.max), .int(.min), .double(9223372036854775808), .double(-9223372036854775808), 0])
    }

    @Test("views agree with the tree on random documents", arguments: UInt64(31)...34)
    func agreement(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        for _ in 0..<300 {
            let bytes = random.next()
            let root = try JSONDocument(bytes).root
            let tree = try JSONValue(parsing: bytes)
            #expect(Self.agree(root, tree), "\(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test("a view outlives its document and can be used on other threads")
    func lifetime() async throws {
        let part = try #require(try view(#"{"a":{"b":"c"}}"#)["a"])
        let text = await Task.detached { part["b"]?.string }.value
        #expect(text == "c")
    }

    static func agree(_ view: JSONView, _ tree: JSONValue) -> Bool {
        guard view.kind == tree.kind, view.value == tree else { return false }
        guard let again = try? JSONValue(parsing: Array(view.rawBytes)), again == tree else { return false }
        switch tree {
        case .null: return view.isNull
        case .bool(let value): return view.bool == value
        case .int(let value): return view.int == value && view.double == Double(value)
        case .double(let value): return view.int == nil && view.double == value
        case .string(let value): return view.string.map { Array($0.utf8) } == Array(value.utf8)
        case .array(let elements):
            return view.count == elements.count && zip(view.elements, elements).allSatisfy { agree($0, $1) }
        case .object(let object):
            return view.count >= object.count
                && object.allSatisfy { key, value in view[key].map { agree($0, value) } ?? false }
                && view.members.allSatisfy { object.contains(key: $0.key) }
        }
    }
}
