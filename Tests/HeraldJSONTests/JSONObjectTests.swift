import HeraldJSON
import Testing

@Suite("JSONObject")
struct JSONObjectTests {
    private let composed = "\u{E9}", decomposed = "e\u{301}"

    @Test("names are compared by code point, not by canonical equivalence")
    func codePoints() {
        #expect(composed == decomposed, "Swift's own strings are equal")
        var object: JSONObject = [:]
        object[composed] = 1
        object[decomposed] = 2
        #expect(object.count == 2)
        #expect(object[composed] == 1)
        #expect(object[decomposed] == 2)
        #expect(JSONValue.string(composed) != JSONValue.string(decomposed))
    }

    @Test("an object is read like a dictionary")
    func dictionary() {
        var object: JSONObject = ["b": 1, "a": [1, 2], "c": nil]
        #expect(object.keys == ["a", "b", "c"])
        #expect(Array(object.values).count == 3)
        object["b"] = nil
        #expect(!object.contains(key: "b"))
        #expect(object["c"] == .null)
        #expect(object.removeValue(forKey: "c") == .null)
        object["a"]?.appendForTest(3)
        #expect(object == ["a": [1, 2, 3]])
        object.merge(["a": 0, "z": 1] as JSONObject) { old, _ in old }
        #expect(object == ["z": 1, "a": [1, 2, 3]])
        #expect(object.mapValues { _ in true } == ["a": true, "z": true])
        #expect(object.filter { $0.key == "z" } == ["z": 1])
        #expect(object["missing", default: 7] == 7)
        var seen: Set<String> = []
        for (key, value) in object where value != .null { seen.insert(key) }
        #expect(seen == ["a", "z"])
        #expect(JSONObject().isEmpty)
    }

    @Test("equal objects are equal and hash alike in any order")
    func equality() {
        let forward = JSONObject(uniqueKeysWithValues: (0..<100).map { ("k\($0)", .int(Int64($0))) })
        let backward = JSONObject(uniqueKeysWithValues: (0..<100).reversed().map { ("k\($0)", .int(Int64($0))) })
        #expect(forward == backward)
        #expect(Set([JSONValue.object(forward), .object(backward)]).count == 1)
    }

    @Test("a name given twice keeps the last value and does not trap")
    func twice() {
        #expect(JSONObject(uniqueKeysWithValues: [("a", 1), ("a", 2)]) == ["a": 2])
        #expect(["a": 1, "a": 2] as JSONObject == ["a": 2])
    }

    @Test("a Swift dictionary and a literal both make an object")
    func construction() {
        let dictionary: [String: JSONValue] = ["a": 1]
        #expect(JSONValue.object(JSONObject(dictionary)) == .object(["a": 1]))
        #expect(JSONObject(dictionary).dictionary == dictionary)
        #expect(JSONValue.object([:]) == [:])
    }

    @Test("members of a value are set, replaced and removed in place")
    func subscripts() {
        var value: JSONValue = ["a": ["b": 1]]
        value["a"]?["b"] = 2
        value["c"] = .string("x")
        #expect(value == ["a": ["b": 2], "c": "x"])
        value["a"] = nil
        #expect(value == ["c": "x"])
        var number: JSONValue = 1
        number["a"] = 1
        #expect(number == 1)
        #expect(number["a"] == nil)
    }
}

extension JSONValue {
    fileprivate mutating func appendForTest(_ value: JSONValue) {
        if let elements = arrayValue { self = .array(elements + [value]) }
    }
}
