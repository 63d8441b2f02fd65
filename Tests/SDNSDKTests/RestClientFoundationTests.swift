import Foundation
import HeraldJSON
import SDNSDK
import Testing

@Suite("Dictionaries of Foundation values")
struct RestClientFoundationTests {
    @Test("every kind of JSON value is converted, and numbers and Booleans keep their kind")
    func kinds() throws {
        let dictionary: [String: Any] = [
            "text": "é", "yes": true, "no": false, "int": 42, "small": Int8(-3), "unsigned": UInt32.max, "half": 0.5,
            "none": NSNull(),
            "list": [1, "two", [true]] as [Any], "map": ["a": ["b": 1]], "number": NSNumber(value: 7),
            "fraction": NSNumber(value: 1.5),
            "absent": String?.none as Any, "present": String?.some("x") as Any,
        ]
        let object = try JSONObject(foundation: dictionary)
        #expect(object["yes"] == .bool(true))
        #expect(object["no"] == .bool(false))
        #expect(object["int"] == .int(42))
        #expect(object["small"] == .int(-3))
        #expect(object["unsigned"] == .int(4_294_967_295))
        #expect(object["half"] == .double(0.5))
        #expect(object["none"] == .null)
        #expect(object["absent"] == .null)
        #expect(object["present"] == "x")
        #expect(object["list"] == [1, "two", [true]])
        #expect(object["map"] == ["a": ["b": 1]])
        #expect(object["number"] == .int(7))
        #expect(object["fraction"] == .double(1.5))
    }

    @Test("a value without a JSON form is refused with its path")
    func refused() throws {
        let cases: [(Any, String)] = [
            (["a": Date()], "a"), (["a": ["b": [0, Double.infinity]]], "a.b[1]"), (["n": UInt64.max], "n"),
            (["d": Data([1])], "d"),
        ]
        for (value, field) in cases {
            let dictionary = try #require(value as? [String: Any])
            let error = #expect(throws: SDNSDKError.self) { try JSONObject(foundation: dictionary) }
            #expect(error?.code == .invalidArgument)
            #expect(error?.field == field)
        }
    }

    @Test("endless nesting is refused")
    func deep() {
        var value: Any = 1
        for _ in 0..<500 { value = [value] }
        #expect(throws: SDNSDKError.self) { try JSONValue(foundation: value) }
    }

    @Test("a closure form reports a content that has no JSON form, and sends nothing")
    func closure() async {
        let transport = ScriptedTransport([])
        let client = MXRestClient.scripted(transport)
        let response: MXResponse<String> = await withCheckedContinuation { continuation in
            client.sendEvent(toRoom: "!r", eventType: .roomMessage, content: ["when": Date()], txnId: nil) {
                continuation.resume(returning: $0)
            }
        }
        #expect((response.error as? SDNSDKError)?.field == "when")
        #expect(transport.requests.isEmpty)
    }

    @Test("a JSON value becomes Foundation values and comes back unchanged")
    func roundTrip() throws {
        let value: JSONValue = ["a": [1, 2.5, "x", true, nil, ["b": [:]]], "c": -9_007_199_254_740_991]
        #expect(try JSONValue(foundation: value.foundationObject) == value)
    }
}
