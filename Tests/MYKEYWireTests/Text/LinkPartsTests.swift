import MYKEYWire
import Testing

@Suite("Splitting URLs")
struct LinkPartsTests {
    @Test("the parts are those of RFC 3986")
    func parts() throws {
        let link = try LinkParts("HTTPS://Login.Example.ORG:8443/a/b?x=1?&y#frag?#")
        #expect(link.scheme == "https" && link.host == "login.example.org" && link.port == 8443 && link.path == "/a/b")
        #expect(
            link.query == "x=1?&y" && link.fragment == "frag?#" && link.rest == "x=1?&y#frag?#" && !link.hasUserInfo)
        #expect(link.domain == "login.example.org:8443")
        let short = try LinkParts("demo://mykeywallet.mykey.org?action=login")
        #expect(
            short.host == "mykeywallet.mykey.org" && short.path == "" && short.query == "action=login"
                && short.fragment == nil)
        let bare = try LinkParts("javascript:alert(1)")
        #expect(bare.scheme == "javascript" && bare.host == nil && bare.domain == nil && bare.path == "alert(1)")
        #expect(try LinkParts("a://b#c?d").query == nil)
        #expect(try LinkParts("a://b#c?d").fragment == "c?d")
    }

    @Test("a user before the host is detected, and the host follows the last @")
    func userInfo() throws {
        let link = try LinkParts("https://bank.example@evil.example/")
        #expect(link.hasUserInfo && link.host == "evil.example")
        #expect(try LinkParts("https://a@b@evil.example").host == "evil.example")
    }

    @Test("an IPv6 address is read in its brackets", arguments: ["[::1]", "[::FFFF:127.0.0.1]", "[fe80::1]"])
    func literal(host: String) throws {
        let link = try LinkParts("http://\(host):80/x")
        #expect(link.host == host.lowercased() && link.port == 80)
    }

    @Test(
        "a malformed URL is refused",
        arguments: [
            "", ":", "no scheme", "1a://b", "//host", "a b://c", "https://", "https:///path", "https://host:",
            "https://host:99999", "https://host:8a",
            "https://host:-1", "https://[::1", "https://[::1]x", "https://[]", "https://[g]", "https://ho st",
            "https://host\\evil.example", "https://höst",
            "https://host/a b", "https://host/\u{0}", "https://host/?a\r\nHost: b", "https://a<b",
            "https://host:123456", "https://%4", "é://host",
        ])
    func refused(text: String) {
        #expect(refusal { () throws(MYKEYError) in try LinkParts(text) } == .syntax)
    }

    @Test("64 KiB are read, and one byte more is not")
    func length() throws {
        let base = "https://host/?"
        let fill = String(repeating: "a", count: MYKEYLimits.urlBytes - base.utf8.count)
        #expect(try LinkParts(base + fill).query == fill)
        #expect(refusal { () throws(MYKEYError) in try LinkParts(base + fill + "a") } == .tooLong)
    }

    @Test("host and scheme are those that Foundation finds in well-formed URLs")
    func agreement() throws {
        for text in ["https://a.example/x?y#z", "http://127.0.0.1:8080", "demo://host?q=1", "https://u:p@h.example:1/"]
        {
            let link = try LinkParts(text)
            let theirs = try #require(FoundationURL(text))
            #expect(
                link.scheme == theirs.scheme && link.host == theirs.host && link.port == theirs.port
                    && link.query == theirs.query)
        }
    }
}
