import HeraldJSON
import Testing

@Suite("Coding of models")
struct RoundTripTests {
    private let decoder = JSONModelDecoder()
    private let encoder = JSONModelEncoder()

    @Test("a null member of a dictionary is absent, like one of a type")
    func nullInDictionary() throws {
        #expect(try JSONModelDecoder().decode([String: String].self, text: #"{"a":null,"b":"x"}"#) == ["b": "x"])
        #expect(
            try JSONModelDecoder().decode([String: [String: Int]].self, text: #"{"a":{"b":null},"c":null}"#) == [
                "a": [:]
            ])
        #expect(throws: JSONError.self) {
            try JSONModelDecoder().decode([String: [String]].self, text: #"{"a":[null]}"#)
        }
    }

    @Test("a model in canonical form is written back byte for byte")
    func roundTrip() throws {
        let model = try decoder.decode(Credential.self, text: Credential.text)
        #expect(model.context == ["a", "b"])
        #expect(model.issuer.id == "did:omn:issuer")
        #expect(model.claims?.map(\.hideValue) == [false, nil])
        #expect(model.claims?.last?.value == "v/3 é\n")
        #expect(model.byName?["x"]?.code == "c1")
        #expect(model.unknownMembers.isEmpty)
        #expect(try encoder.canonicalText(model) == Credential.text)
        #expect(try encoder.value(model) == JSONValue(parsing: Credential.text))
    }

    @Test("the order of members does not matter")
    func anyOrder() throws {
        let text = #"{"version":1,"status":"active","issuer":{"name":"n","id":"i"},"id":"1","@context":[]}"#
        let model = try decoder.decode(Credential.self, text: text)
        #expect(model.issuer.name == "n")
        #expect(
            try encoder.canonicalText(model)
                == #"{"@context":[],"id":"1","issuer":{"id":"i","name":"n"},"status":"active","version":1}"#)
    }

    @Test("null is absent, empty and default values are kept")
    func absence() throws {
        let text =
            #"{"@context":[],"claims":[],"id":"","issuer":{"id":"","name":null},"note":null,"status":"active","version":0}"#
        let model = try decoder.decode(Credential.self, text: text)
        #expect(model.note == nil)
        #expect(model.claims == [])
        #expect(
            try encoder.canonicalText(model)
                == #"{"@context":[],"claims":[],"id":"","issuer":{"id":""},"status":"active","version":0}"#)
    }

    @Test("every scalar is read and written at the ends of its range")
    func scalars() throws {
        let scalars = Scalars()
        let value = try encoder.value(scalars)
        #expect(value["none"] == nil)
        #expect(value["some"] == 0)
        let pretty = try encoder.prettyBytes(scalars)
        #expect(try decoder.decode(Scalars.self, from: pretty) == scalars)
        #expect(throws: JSONError.self) { try encoder.canonicalBytes(scalars) }
    }

    @Test("the compact form is the canonical form, with any number")
    func compact() throws {
        let plain: JSONValue = ["b": [1, "é"], "a": ["none": nil]]
        #expect(try encoder.compactBytes(plain) == encoder.canonicalBytes(plain))
        let numbers: JSONValue = ["b": 1.5, "a": [9_007_199_254_740_993, 1e300]]
        let text = String(decoding: try encoder.compactBytes(numbers), as: UTF8.self)
        #expect(text == #"{"a":[9007199254740993,1e+300],"b":1.5}"#)
        #expect(try decoder.decode(JSONValue.self, from: Array(text.utf8)) == numbers)
        #expect(throws: JSONError.self) { try encoder.canonicalBytes(numbers) }
    }

    @Test("128-bit integers are read and written in full")
    func wide() throws {
        let wide = [Int128.min, Int128.max]
        let bytes = try encoder.prettyBytes(wide)
        #expect(try decoder.decode([Int128].self, from: bytes) == wide)
        #expect(try decoder.decode([UInt128].self, text: "[\(UInt128.max)]") == [UInt128.max])
        #expect(throws: JSONError.self) { try decoder.decode([UInt128].self, text: "[\(UInt128.max)0]") }
    }

    @Test("a single value, a dictionary and optionals can be the whole document")
    func fragments() throws {
        #expect(try decoder.decode(String.self, text: #""a""#) == "a")
        #expect(try decoder.decode(Int?.self, text: "null") == nil)
        #expect(try decoder.decode([Int?].self, text: "[1,null]") == [1, nil])
        #expect(try decoder.decode([String: Bool?].self, text: #"{"a":true,"b":null}"#) == ["a": true])
        #expect(try decoder.decode([Int: String].self, text: #"{"1":"a"}"#) == [1: "a"])
        #expect(try decoder.decode(Set<String>.self, text: #"["a","a"]"#) == ["a"])
        #expect(try encoder.canonicalText("a") == #""a""#)
        #expect(try encoder.canonicalText([1, nil]) == "[1,null]")
        #expect(try encoder.canonicalText(["a": true, "b": nil]) == #"{"a":true}"#)
        #expect(try encoder.canonicalText([Int: String]()) == "{}")
    }

    @Test("free JSON inside a model is kept")
    func freeform() throws {
        struct Free: Codable, Hashable {
            var value: JSONValue
            var object: JSONObject
        }
        let text = #"{"object":{"a":[1,"x",null]},"value":[{"b":true}]}"#
        let model = try decoder.decode(Free.self, text: text)
        #expect(model.object["a"] == [1, "x", nil])
        #expect(try encoder.canonicalText(model) == text)
        let error = #expect(throws: JSONError.self) { try decoder.decode(Free.self, text: #"{"object":[],"value":1}"#) }
        #expect(error?.code == .wrongKind)
        #expect(error?.path == "object")
    }

    @Test("a part of a document and a tree are decoded alike")
    func views() throws {
        let document = try JSONDocument(Array(#"{"wrapped":[\#(Credential.text)]}"#.utf8))
        let view = try #require(document.root["wrapped"]?.elements.first { _ in true })
        let model = try decoder.decode(Credential.self, from: view)
        #expect(model == (try decoder.decode(Credential.self, text: Credential.text)))
        #expect(model == (try decoder.decode(Credential.self, from: view.value)))
    }

    @Test("pretty output is sorted, indented by two spaces, with one member on a line")
    func pretty() throws {
        let model = try decoder.decode(Credential.self, text: Credential.text)
        let text = String(decoding: try encoder.prettyBytes(["b": [model.issuer], "a": []]), as: UTF8.self)
        #expect(text == "{\n  \"a\": [],\n  \"b\": [\n    {\n      \"id\": \"did:omn:issuer\"\n    }\n  ]\n}")
        let bytes = try encoder.prettyBytes(model)
        #expect(try JSONValue(parsing: bytes) == JSONValue(parsing: Credential.text))
    }

    @Test("containers that are written alternately, nested ones and those of a superclass are written")
    func containers() throws {
        let text = #"{"c":{"d":1,"e":2},"l":[[1],{"d":3}],"super":{"name":"base"},"z":"last"}"#
        let model = try decoder.decode(ByHand.self, text: text)
        #expect(model.name == "base")
        #expect(model.numbers == [1, 2, 1, 3])
        #expect(try encoder.canonicalText(model) == text)
    }

    @Test("a double has no canonical form and keeps its path")
    func doubles() throws {
        let error = #expect(throws: JSONError.self) { try encoder.canonicalBytes(["a": [["b": 1.5]]]) }
        #expect(error?.code == .notCanonical)
        #expect(error?.path == "a[0].b")
        let large = #expect(throws: JSONError.self) { try encoder.canonicalBytes([0, 1 << 53]) }
        #expect(large?.path == "[1]")
        #expect(try encoder.value([1.5]) == [1.5])
        let infinite = #expect(throws: JSONError.self) { try encoder.value(["a": Double.infinity]) }
        #expect(infinite?.code == .invalidValue)
        #expect(infinite?.path == "a")
    }

    @Test("depth is limited for reading and writing")
    func depth() throws {
        func text(_ depth: Int) -> String {
            String(repeating: #"{"next":"#, count: depth) + "null" + String(repeating: "}", count: depth)
        }
        let chain = try decoder.decode(Chain.self, text: text(64))
        #expect(throws: JSONError.self) { try decoder.decode(Chain.self, text: text(65)) }
        let deep = (0..<10_000).reduce(Chain.end) { chain, _ in .link(chain) }
        let error = #expect(throws: JSONError.self) { try encoder.canonicalBytes(deep) }
        #expect(error?.code == .tooDeep)
        let again = try encoder.value(chain)
        #expect(again["next"] != nil)
        let tree = (0..<300).reduce(JSONValue.null) { value, _ in .array([value]) }
        #expect(throws: JSONError.self) { try encoder.canonicalBytes(tree) }
        #expect(throws: JSONError.self) { try decoder.decode(JSONValue.self, from: tree) }
    }

    @Test("a type that decodes itself from itself is an error, not a crash")
    func endless() {
        struct Endless: Codable {
            init() {}
            init(from decoder: any Decoder) throws { self = try decoder.singleValueContainer().decode(Endless.self) }
            func encode(to encoder: any Encoder) throws {
                var container = encoder.singleValueContainer()
                try container.encode(self)
            }
        }
        #expect(throws: JSONError.self) { try decoder.decode(Endless.self, text: "{}") }
        #expect(throws: JSONError.self) { try encoder.value(Endless()) }
    }
}

/// Reads and writes by hand, out of order.
private struct ByHand: Codable {
    var name: String
    var numbers: [Int]

    enum Keys: String, CodingKey { case c, l, z }
    enum Inner: String, CodingKey { case d, e }
    enum Base: String, CodingKey { case name }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        let inner = try container.nestedContainer(keyedBy: Inner.self, forKey: .c)
        numbers = [try inner.decode(Int.self, forKey: .d), try inner.decode(Int.self, forKey: .e)]
        var list = try container.nestedUnkeyedContainer(forKey: .l)
        var first = try list.nestedUnkeyedContainer()
        numbers.append(try first.decode(Int.self))
        numbers.append(try list.nestedContainer(keyedBy: Inner.self).decode(Int.self, forKey: .d))
        name = try container.superDecoder().container(keyedBy: Base.self).decode(String.self, forKey: .name)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        var inner = container.nestedContainer(keyedBy: Inner.self, forKey: .c)
        var list = container.nestedUnkeyedContainer(forKey: .l)
        try inner.encode(numbers[0], forKey: .d)
        var first = list.nestedUnkeyedContainer()
        var second = list.nestedContainer(keyedBy: Inner.self)
        try container.encode("last", forKey: .z)
        try second.encode(numbers[3], forKey: .d)
        try first.encode(numbers[2])
        try inner.encode(numbers[1], forKey: .e)
        var base = container.superEncoder().container(keyedBy: Base.self)
        try base.encode(name, forKey: .name)
    }
}
