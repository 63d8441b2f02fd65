import HeraldJSON
import Testing
@testable import SDNWire

@Suite("Memory of push rules")
struct PushWeightTests {
    private func weight(_ conditions: [JSONValue], actions: [JSONValue] = []) -> Int {
        PushRuleset([PushRule(.override, id: "r", conditions: conditions, actions: actions)]).weight
    }

    @Test(
        "attack 100: a pattern uses little more memory than its characters, however many different ones it has",
        arguments: ["", "*"])
    func pattern(end: String) throws {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: (0..<1_000).compactMap { Unicode.Scalar(0x4E00 + $0) })
        #expect(try #require(PushPattern(String(text) + end)).weight < 8_192)
        #expect(try #require(PushPattern(String(text) + end)).matches(FoldedText("a " + String(text) + " b"), .words))
    }

    @Test("attack 100: unknown conditions, nested actions and long paths count with their full size")
    func trees() {
        let tree = JSONValue.array(Array(repeating: [0], count: 4_000))
        let bytes = tree.serialized().count
        let plain = weight([["kind": "org.new"]])
        #expect(weight([["kind": "org.new", "x": tree]]) > plain + 10 * bytes)
        #expect(weight([["kind": "contains_display_name", "x": tree]]) > plain + 10 * bytes)
        #expect(weight([["kind": "org.new"]], actions: [["set_tweak": "x", "value": tree]]) > plain + 20 * bytes)
        let object = JSONValue.object(JSONObject(uniqueKeysWithValues: (0..<1_000).map { ("\($0)", 1) }))
        #expect(weight([["kind": "org.new", "x": object]]) > plain + 40_000)
        let path = JSONValue.string(String(repeating: ".", count: 10_000))
        #expect(weight([["kind": "event_match", "key": path, "pattern": "a"]]) > plain + 160_000)
        #expect(weight([["kind": "event_property_is", "key": path, "value": "a"]]) > plain + 160_000)
    }

    @Test("the server's rules use little memory, and five hundred keywords less than a mebibyte")
    func ordinary() {
        #expect(PushRuleset.defaults(for: "@me:x").weight < 20_000)
        var rules = PushRuleset.defaults(for: "@me:x")
        rules[.content] += (0..<500).map { number in
            PushRule(
                .content, id: "keyword \(number)", pattern: "keyword number \(number)",
                actions: ["notify", ["set_tweak": "sound", "value": "default"], ["set_tweak": "highlight"]])
        }
        #expect(rules.weight < 1 << 20)
    }
}
