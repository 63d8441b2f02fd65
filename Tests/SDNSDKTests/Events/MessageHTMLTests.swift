import SDNSDK
import TestSupport
import Testing

@Suite("HTML of messages")
struct MessageHTMLTests {
    @Test(
        "what the specification lists stays, and everything else is left out or escaped",
        arguments: [
            ("<b>bold</b> and <i>more</i>", "<b>bold</b> and <i>more</i>"),
            ("<B CLASS=x onclick='y()'>bold</B>", "<b>bold</b>"),
            ("<script>alert('<b>')</script>text", "text"),
            ("a<script>if (a<b) {}</SCRIPT >b", "ab"),
            ("<style>b { }</style><p>a<p>b", "<p>a</p><p>b</p>"),
            ("<mx-reply><blockquote>old<b>er</b></blockquote></mx-reply>new", "new"),
            ("<a href='https://x.org/?a=1&b=2' target=_blank>x</a>", "<a href=\"https://x.org/?a=1&amp;b=2\">x</a>"),
            ("<a href=\"javascript:alert(1)\">x</a>", "<a>x</a>"),
            ("<a href=\"&#106;ava&#115;cript:alert(1)\">x</a>", "<a>x</a>"),
            ("<a href=\"java\nscript:alert(1)\">x</a>", "<a>x</a>"),
            ("<a href=\"/relative\">x</a>", "<a>x</a>"),
            ("<a href=\"MAILTO:a@b\">x</a>", "<a href=\"MAILTO:a@b\">x</a>"),
            ("<img src=\"https://x/y.png\">a", "a"),
            (
                "<img src='mxc://x/y' width=10 height='1e9' alt='\"<>'>",
                "<img src=\"mxc://x/y\" width=\"10\" alt=\"&quot;&lt;&gt;\">"
            ),
            (
                "<span data-mx-color='#ff0000' data-mx-bg-color=red data-mx-spoiler=why style='x'>a</span>",
                "<span data-mx-color=\"#ff0000\" data-mx-spoiler=\"why\">a</span>"
            ),
            ("<code class='language-swift evil'>a</code>", "<code class=\"language-swift\">a</code>"),
            ("<ol start=3><li>a<li>b</ol>", "<ol start=\"3\"><li>a</li><li>b</li></ol>"),
            ("1 < 2 && 3 > 2 &amp; &#x41; &nope", "1 &lt; 2 &amp;&amp; 3 &gt; 2 &amp; &#x41; &amp;nope"),
            ("<b><i>a</b>b</i>", "<b><i>a</i></b>b"),
            ("a<!-- <b> -->b<!DOCTYPE x>c<?x?>d", "abcd"),
            ("open <b>tag", "open <b>tag</b>"),
            ("cut <b", "cut "),
            ("cut <a href=\"x", "cut "),
            ("a\u{0}\u{8}b", "ab"),
            ("<font color=red>a</font><video src=x>b</video>", "ab"),
            ("<br/><hr>", "<br><hr>"),
        ])
    func examples(html: String, expected: String) {
        #expect(MXMessageHTML.sanitized(html) == expected)
    }

    @Test("a text without anything to show, and a text that is too long, have no HTML")
    func nothing() {
        for html in ["", " \n", "<b></b>", "<script>a</script>", "<mx-reply>a", "<br>"] {
            #expect(MXMessageHTML.sanitized(html) == nil, "\(html)")
        }
        #expect(MXMessageHTML.sanitized(String(repeating: "a", count: MXMessageHTML.maximumBytes)) != nil)
        #expect(MXMessageHTML.sanitized(String(repeating: "a", count: MXMessageHTML.maximumBytes + 1)) == nil)
    }

    @Test("elements deeper than the limit lose their tags, and keep their text")
    func depth() throws {
        let html = String(repeating: "<b>", count: 5_000) + "text" + String(repeating: "</b>", count: 5_000)
        let result = try #require(MXMessageHTML.sanitized(html))
        let limit = MXMessageHTML.maximumDepth
        #expect(
            result == String(repeating: "<b>", count: limit) + "text" + String(repeating: "</b>", count: limit))
    }

    @Test(
        "whatever the text is, the result is well-formed, has only listed tags, and does not change again",
        arguments: 1...60)
    func property(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            let parts = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                Self.parts.randomElement(using: &random) ?? ""
            }
            let html = parts.joined()
            guard let result = MXMessageHTML.sanitized(html) else { continue }
            #expect(result.utf8.count <= 6 * html.utf8.count + 4 * MXMessageHTML.maximumDepth, "\(html)")
            #expect(Self.fault(in: result) == nil, "\(html) → \(result)")
            #expect(MXMessageHTML.sanitized(result) == result, "\(html)")
        }
    }

    private static let parts = [
        "<", ">", "/", "=", "\"", "'", "&", ";", "#", "!", "--", "?", " ", "\n", "\u{0}", "é", "👩‍👩‍👧", "text", "x:y",
        "<b>", "</b>", "<i ", "<p>", "</p", "<li>", "<ul>", "</ul>", "<a href=\"", "<a href='https://x'>", "</a>",
        "<br>",
        "<img src=\"mxc://a/b\" alt=\"", "<img src=mxc://a/b>", "javascript:", "<script>", "</script>", "<style",
        "<!--",
        "-->", "<mx-reply>", "</mx-reply>", "<span data-mx-color=#aabbcc>", "<span data-mx-spoiler=\"", "</span>",
        "&lt;", "&#60;", "&#x3c;script&#x3e;", "&amp;amp;", "&#0;", "&#xD800;", "onerror=", "<svg onload=x>", "</svg>",
        "<details>", "<summary>", "<h1>", "<H7>", "<code class=language-a>", "<table><tr><td>", "</table>",
    ]

    /// Returns the first thing in a text that sanitized HTML never has.
    private static func fault(in html: String) -> String? {
        let tags = Set(
            "del h1 h2 h3 h4 h5 h6 blockquote p a ul ol sup sub li b i u strong em s code hr br div table thead tbody tr th td caption pre span img details summary"
                .split(separator: " ").map(String.init))
        var open: [String] = []
        var rest = Substring(html)
        while let begin = rest.firstIndex(where: { $0 == "<" || $0 == ">" }) {
            guard rest[begin] == "<", let end = rest[begin...].firstIndex(of: ">") else { return "a lone bracket" }
            let tag = rest[rest.index(after: begin)..<end]
            rest = rest[rest.index(after: end)...]
            if tag.hasPrefix("/") {
                guard open.popLast() == String(tag.dropFirst()) else { return "</\(tag)>" }
                continue
            }
            let name = String(tag.prefix { $0 != " " })
            let attributes = tag.dropFirst(name.count)
            guard tags.contains(name), attributes.wholeMatch(of: #/(?: [a-z-]+="[^"<>]*")*/#) != nil else {
                return "<\(tag)>"
            }
            for match in attributes.matches(of: #/ (?<name>[a-z-]+)="(?<value>[^"]*)"/#) {
                let value = match.output.value
                switch match.output.name {
                case "href":
                    let schemes = ["https:", "http:", "ftp:", "mailto:", "magnet:"]
                    guard schemes.contains(where: { value.lowercased().hasPrefix($0) }) else { return "\(value)" }
                case "src": guard value.lowercased().hasPrefix("mxc:") else { return "\(value)" }
                case "onerror", "onload", "style": return "\(match.output.name)"
                default: break
                }
            }
            if !["br", "hr", "img"].contains(name) { open.append(name) }
            guard open.count <= MXMessageHTML.maximumDepth else { return "too deep" }
        }
        return open.isEmpty ? nil : "open: \(open)"
    }
}
