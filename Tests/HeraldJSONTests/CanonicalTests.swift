import HeraldJSON
import Testing

@Suite("Canonical JSON")
struct CanonicalTests {
    private func canonical(_ text: String) throws -> String {
        String(decoding: try JSONValue(parsing: text).canonicalBytes(), as: UTF8.self)
    }

    @Test(
        "a text has one canonical form",
        arguments: [
            ("{}", "{}"),
            (" [ 1 , 2 ] ", "[1,2]"),
            (#"{"b":"2","a":"1"}"#, #"{"a":"1","b":"2"}"#),
            (#"{"one":1,"two":"Two"}"#, #"{"one":1,"two":"Two"}"#),
            (#"{"a":{"z":1,"b":{"y":2,"a":null}}}"#, #"{"a":{"b":{"a":null,"y":2},"z":1}}"#),
            (#"{"a":"\u65E5"}"#, "{\"a\":\"\u{65E5}\"}"),
            (#"{"a":"\u0000\b\t\n\u000b\f\r\u001F\u007f"}"#, "{\"a\":\"\\u0000\\b\\t\\n\\u000b\\f\\r\\u001f\u{7F}\"}"),
            (#"{"a":"\/\"\\"}"#, #"{"a":"/\"\\"}"#),
            (
                #"{"a":-0,"b":-9007199254740991,"c":9007199254740991}"#,
                #"{"a":0,"b":-9007199254740991,"c":9007199254740991}"#
            ),
            (#"{"a":1,"a":2}"#, #"{"a":2}"#),
        ])
    func form(text: String, expected: String) throws {
        #expect(try canonical(text) == expected)
        #expect(try canonical(expected) == expected)
    }

    @Test("keys are sorted by code point, where Swift and UTF-16 sort otherwise")
    func order() throws {
        // U+FF5E sorts before U+1F600 by code point, after it by UTF-16 unit; "Z" before "a"; a prefix before its longer name.
        let text = "{\"\u{1F600}\":1,\"\u{FF5E}\":2,\"a\":3,\"Z\":4,\"aa\":5,\"\u{E9}\":6,\"e\u{301}\":7,\"\":8}"
        let expected = "{\"\":8,\"Z\":4,\"a\":3,\"aa\":5,\"e\u{301}\":7,\"\u{E9}\":6,\"\u{FF5E}\":2,\"\u{1F600}\":1}"
        #expect(Array(try canonical(text).utf8) == Array(expected.utf8))
    }

    @Test(
        "a value without a canonical form is refused with its path",
        arguments: [
            (#"{"a":{"b":[0,1.5]}}"#, "a.b[1]"),
            (#"[1e3]"#, "[0]"),
            (#"{"n":9007199254740992}"#, "n"),
            (#"{"n":-9007199254740992}"#, "n"),
            (#"{"n":1.0}"#, "n"),
            ("18446744073709551616", ""),
        ])
    func refused(text: String, path: String) throws {
        let value = try JSONValue(parsing: text)
        let error = #expect(throws: JSONError.self) { try value.canonicalBytes() }
        #expect(error?.code == .notCanonical)
        #expect(error?.path == path)
    }

    @Test("a written value is read back unchanged", arguments: UInt64(21)...24)
    func roundTrip(seed: UInt64) throws {
        var random = RandomDocument(seed: seed)
        for _ in 0..<300 {
            let value = try JSONValue(parsing: random.next())
            let bytes = value.serialized()
            let again = try JSONValue(parsing: bytes)
            #expect(again == value)
            #expect(again.hashValue == value.hashValue)
            #expect(again.serialized() == bytes)
            if let canonical = try? value.canonicalBytes() { #expect(canonical == bytes) }
        }
    }

    @Test(
        "doubles are written so that they are read back exactly",
        arguments: [0.1, -0.0, 1e20, Double.leastNonzeroMagnitude, .greatestFiniteMagnitude, 1e16, 100.0])
    func doubles(number: Double) throws {
        let value = try JSONValue(parsing: JSONValue.double(number).serialized())
        guard case .double(let again) = value else {
            Issue.record("\(number) came back as \(value)")
            return
        }
        #expect(again.bitPattern == number.bitPattern)
    }

    @Test("a double that JSON cannot express is written as null", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(number: Double) { #expect(JSONValue.double(number).serialized() == Array("null".utf8)) }

    @Test("a quoted string has the shortest escapes")
    func quoted() {
        let all = String(String.UnicodeScalarView((0..<0x30).compactMap { Unicode.Scalar($0) }))
        let expected =
            ##""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f\u0010\u0011\u0012\u0013\u0014"##
            + ##"\u0015\u0016\u0017\u0018\u0019\u001a\u001b\u001c\u001d\u001e\u001f !\"#$%&'()*+,-./""##
        #expect(String(decoding: JSONText.quoted(all), as: UTF8.self) == expected)
        #expect(String(decoding: JSONText.quoted(#"a\b"#), as: UTF8.self) == #""a\\b""#)
    }
}
