import HeraldJSON
import Testing

@Suite("Limits and size")
struct LimitsTests {
    private func repeated(_ text: String, _ count: Int) -> [UInt8] {
        Array(String(repeating: text, count: count).utf8)
    }

    @Test("a text over the limit is refused unread")
    func bytes() throws {
        #expect(throws: Never.self) { try JSONDocument(Array("[1,2]".utf8), limits: JSONLimits(maxBytes: 5)) }
        let error = #expect(throws: JSONError.self) {
            try JSONDocument(Array("[1,2]".utf8), limits: JSONLimits(maxBytes: 4))
        }
        #expect(error?.code == .tooLarge)
        #expect(throws: JSONError.self) { try JSONDocument([], limits: JSONLimits(maxBytes: -1)) }
    }

    @Test("depth counts open containers", arguments: [0, 1, 2, 17, 512])
    func depth(limit: Int) throws {
        let limits = JSONLimits(maxDepth: limit)
        #expect(throws: Never.self) { try JSONDocument(Array("1".utf8), limits: limits) }
        if limit > 0 {
            let value = try JSONValue(parsing: repeated("[", limit) + repeated("]", limit), limits: limits)
            #expect(value.serialized() == repeated("[", limit) + repeated("]", limit))
            #expect(value == value)
        }
        let error = #expect(throws: JSONError.self) {
            try JSONDocument(repeated("[", limit + 1) + repeated("]", limit + 1), limits: limits)
        }
        #expect(error?.code == .tooDeep)
        #expect(error?.offset == limit)
    }

    @Test("a depth limit above the ceiling counts as the ceiling")
    func ceiling() {
        let limits = JSONLimits(maxBytes: .max, maxDepth: .max)
        let deep =
            repeated(#"{"a":"#, JSONLimits.depthCeiling + 1) + [0x31] + repeated("}", JSONLimits.depthCeiling + 1)
        #expect(throws: JSONError.self) { try JSONDocument(deep, limits: limits) }
        #expect(throws: JSONError.self) {
            try JSONDocument(Array("1".utf8), limits: JSONLimits(maxBytes: .min, maxDepth: .min))
        }
    }

    @Test("a million brackets neither crash nor take long", arguments: ["[", #"{"a":"#, #"[{"":"#])
    func millionDeep(open: String) {
        for limits in [JSONLimits.standard, JSONLimits(maxDepth: .max)] {
            let error = #expect(throws: JSONError.self) {
                try JSONValue(parsing: repeated(open, 1_000_000), limits: limits)
            }
            #expect(error?.code == .tooDeep)
        }
    }

    @Test("a hundred thousand members are read in linear time")
    func manyMembers() throws {
        var bytes = Array("{".utf8)
        for index in 0..<100_000 { bytes.append(contentsOf: "\"k\(index)\":\(index),".utf8) }
        bytes.append(contentsOf: "\"k7\":true}".utf8)
        let root = try JSONDocument(bytes).root
        #expect(root.count == 100_001)
        #expect(root["k99999"]?.int == 99_999)
        #expect(root["k7"]?.bool == true)
        let tree = root.value
        #expect(tree.objectValue?.count == 100_000)
        #expect(tree["k7"] == true)
    }

    @Test("three hundred thousand empty containers and numbers fit the index")
    func dense() throws {
        let bytes = Array("[".utf8) + repeated("[],{},0,", 100_000) + Array("null]".utf8)
        #expect(try JSONDocument(bytes).root.count == 300_001)
    }

    @Test("an integer of a million digits is refused, and a fraction of a million digits is read")
    func longNumbers() throws {
        let error = #expect(throws: JSONError.self) { try JSONDocument(repeated("1", 1_000_000)) }
        #expect(error?.code == .outOfRange)
        #expect(try JSONValue(parsing: Array("0.".utf8) + repeated("5", 1_000_000)) == .double(0.5555555555555556))
    }

    @Test(
        "duplicate members are refused if the caller asks for that",
        arguments: [
            (#"{"a":1,"a":2}"#, 7), (#"{"a":1,"\u0061":2}"#, 7), (#"{"x":[{"b":{},"c":[],"b":0}]}"#, 21),
        ])
    func duplicates(text: String, offset: Int) throws {
        let limits = JSONLimits(refusesDuplicates: true)
        let error = #expect(throws: JSONError.self) { try JSONDocument(Array(text.utf8), limits: limits) }
        #expect(error?.code == .duplicateMember)
        #expect(error?.offset == offset)
        #expect(throws: Never.self) { try JSONDocument(Array(text.utf8)) }
        #expect(throws: Never.self) {
            try JSONDocument(Array(#"[{"a":1},{"a":{"a":"a"}},"a","a"]"#.utf8), limits: limits)
        }
    }

    @Test("an error says where and why without quoting the text")
    func description() {
        let error = #expect(throws: JSONError.self) { try JSONValue(parsing: #"{"password":"hunter2""#) }
        #expect(error?.description == "JSON syntax (byte 21): the text ends too early")
    }
}
