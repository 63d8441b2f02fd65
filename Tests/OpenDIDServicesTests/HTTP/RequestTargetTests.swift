import OpenDID_DataModel
import Testing

@testable import OpenDIDServices

@Suite("Paths and queries")
struct RequestTargetTests {
    @Test(
        "a target is split and decoded once",
        arguments: [
            ("/a/b", "/a/b", []), ("/a%20b?x=1&y=%2525+z", "/a b", [("x", "1"), ("y", "%25 z")]),
            ("http://host:1/a?tags[]=p&tags[]=q#f", "/a", [("tags[]", "p"), ("tags[]", "q")]),
            ("/?x", "/", [("x", "")]),
            ("/did-doc?did=did:omn:tas?versionId=1", "/did-doc", [("did", "did:omn:tas?versionId=1")]),
        ] as [(String, String, [(String, String)])])
    func reads(target: String, path: String, items: [(String, String)]) throws {
        let read = try #require(ServiceRequest(method: "GET", target: target))
        #expect(read.path == path)
        #expect(read.query.items == items.map { ServiceQuery.Item($0.0, $0.1) })
    }

    @Test(
        "broken escapes, bytes that are not UTF-8 and U+0000 are refused",
        arguments: ["/%", "/%2", "/%zz", "/?a=%ff", "/?%00=1", "/a%00"])
    func refuses(target: String) {
        #expect(ServiceRequest(method: "GET", target: target) == nil)
    }

    @Test(
        "attack 26: a path in a spelling that a proxy would not recognise is refused",
        arguments: [
            "/tas%2fapi/v1/plans", "/ta%73/api/v1/plans", "//tas/api/v1/plans", "/tas/./api", "/tas/x/../api",
            "/tas/%2e%2e/api", "/tas/..;a/api",
            "/tas/api#", "/tas\\api", "x?://host/tas/api",
        ])
    func spellings(target: String) {
        #expect(ServiceRequest(method: "GET", target: target) == nil)
    }

    @Test("an escaped text is read back", arguments: ["", "a b&c=d#?/%+", "한국어", "did:omn:x?versionId=1"])
    func escapes(text: String) throws {
        let read = try #require(ServiceRequest(method: "GET", target: "/?a=" + QueryText.encoded(text)))
        #expect(read.query["a"] == text)
    }
}
