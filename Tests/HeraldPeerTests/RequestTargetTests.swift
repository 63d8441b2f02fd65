import Testing
@testable import HeraldPeer

@Suite("Request targets")
struct RequestTargetTests {
    private typealias Fault = RequestTarget.Fault

    @Test(
        "a target is split into path and query in both of its forms, and a fragment is detected",
        arguments: [
            ("/a/b", "/a/b", nil, false), ("/a?b=c?d", "/a", "b=c?d", false), ("/a?", "/a", "", false),
            ("http://host:1/a?b#f", "/a", "b", true), ("HTTPS://host", "/", nil, false),
            ("http://host?b", "", "b", false), ("http://h#x/a", "/a", nil, true), ("/a#b?c", "/a#b", "c", true),
            ("", "", nil, false), ("httpx://a/b", "httpx://a/b", nil, false),
        ] as [(String, String, String?, Bool)])
    func splits(text: String, path: String, query: String?, hasFragment: Bool) throws {
        let target = try RequestTarget(text)
        #expect(target.path == path)
        #expect(target.query.map(String.init) == query)
        #expect(target.hasFragment == hasFragment)
    }

    @Test("attack 6: a target that is longer than allowed is refused before it is split")
    func longest() throws {
        let text = "/" + String(repeating: "é", count: 10)
        _ = try RequestTarget(text, longest: 21)
        #expect(throws: Fault.tooLong) { try RequestTarget(text, longest: 20) }
    }

    @Test(
        "segments are decoded once, after splitting",
        arguments: [
            ("/a%2Fb/%2525/c+d", ["a/b", "%25", "c+d"], [0, 1], false), ("/", [], [], true), ("", [], [], false),
            ("//", [""], [], true), ("/a//b/", ["a", "", "b"], [], true), ("/%C3%A9", ["é"], [0], false),
        ] as [(String, [String], [Int], Bool)])
    func segments(path: String, values: [String], escaped: [Int], endsWithSlash: Bool) throws {
        let segments = try RequestTarget(path).segments()
        #expect(segments.values == values)
        #expect(segments.escaped == escaped)
        #expect(segments.endsWithSlash == endsWithSlash)
    }

    @Test("the items of a query are decoded once, in order, and a name may occur more than once")
    func items() throws {
        let items = try RequestTarget("/?q=1+2%2B3&q=other&flag&=&&e=%C3%A9&%00=1").items()
        #expect(items.map(\.name) == ["q", "q", "flag", "", "e", "\0"])
        #expect(items.map(\.value) == ["1 2+3", "other", "", "", "é", "1"])
        #expect(try RequestTarget("/a").items() == [])
    }

    @Test(
        "broken escapes, bytes that are not UTF-8 and U+0000 are refused with the name of the part",
        arguments: [
            ("/%", "path"), ("/a/%2", "path"), ("/%zz", "path"), ("/%ff", "path"), ("/%00", "path"),
            ("/?%f0=1", "query"), ("/?a=%", "a"), ("/?a=%00", "a"),
        ])
    func refuses(text: String, part: String) throws {
        let target = try RequestTarget(text)
        let fault = #expect(throws: Fault.self) {
            _ = try target.segments()
            _ = try target.items()
        }
        guard case .malformed(part, _)? = fault else {
            Issue.record("\(text): \(String(describing: fault))")
            return
        }
        if part == "path" { #expect(throws: Fault.self) { try target.plainPath() } }
    }

    @Test(
        "attack 26: a plain path has only one spelling",
        arguments: ["//a", "/%61", "/a%2fb", "/a/../b", "/..;a", "/;", "a"])
    func spelling(text: String) throws {
        let target = try RequestTarget(text)
        #expect(throws: Fault.self) { try target.plainPath() }
        #expect(try RequestTarget("/a%20b/%C3%A9/").plainPath() == "/a b/é/")
    }
}
