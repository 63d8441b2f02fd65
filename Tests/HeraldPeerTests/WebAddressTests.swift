import Testing
@testable import HeraldPeer

@Suite("The base URLs in configurations")
struct WebAddressTests {
    @Test(
        "only a URL of the web with a host and without a query is a base URL",
        arguments: [
            ("https://example.org", true), ("http://127.0.0.1:8090", true), ("http://[::1]:8090", true),
            ("https://example.org/base/path", true),
            ("example.org", false), ("httpfoo", false), ("http:", false), ("https://", false), ("https:///path", false),
            ("ftp://example.org", false), ("", false), ("https://a b", false), ("https://example.org?a", false),
            ("https://example.org/#a", false), ("https://example.org\n", false), ("https://example.org/", false),
            ("https://example.org/base/", false),
        ])
    func base(text: String, isGood: Bool) { #expect(WebAddress.isBaseURL(text) == isGood) }

    @Test(
        "where a final slash does no harm, one is accepted",
        arguments: [
            ("https://example.org", true), ("https://example.org/", true), ("https://example.org/base/", true),
            ("https://example.org//", false), ("https://", false), ("https:///", false), ("/", false),
        ])
    func slash(text: String, isGood: Bool) {
        #expect(WebAddress.isBaseURL(text, allowsFinalSlash: true) == isGood)
    }
}
