import TestSupport
import Testing

@testable import MYKEYServices

@Suite("The URL of a dapp's server")
struct ServerAddressTests {
    @Test("a URL is split into the host to connect to and the target to request")
    func parts() throws {
        let server = try ServerAddress("HTTPS://Login.Example.org/mykey/login?order=7&x=%2F#part")
        #expect(server.isSecure)
        #expect(server.host == "login.example.org")
        #expect(server.port == 443)
        #expect(server.target == "/mykey/login?order=7&x=%2F")
        #expect(server.displayHost == "login.example.org")
        #expect(server.url == "https://login.example.org:443/mykey/login?order=7&x=%2F")
        let plain = try ServerAddress("http://127.0.0.1:8080?a=b")
        #expect(plain.target == "/?a=b")
        #expect(plain.displayHost == "127.0.0.1:8080")
        #expect(plain.literal == NetworkAddress("127.0.0.1"))
        let six = try ServerAddress("https://[2606:4700:0::1111]:8443/")
        #expect(six.host == "2606:4700::1111")
        #expect(six.url == "https://[2606:4700::1111]:8443/")
    }

    @Test(
        "a URL that two programs could read differently is refused",
        arguments: [
            "", "example.org", "ftp://example.org/", "https:/example.org", "https:example.org", "https:///path",
            "https://",
            "https://user@example.org/", "https://user:word@example.org/", "https://good.org@evil.org/",
            "https://example.org:0/",
            "https://example.org:/", "https://example.org:65536/", "https://example.org:+80/",
            "https://example.org:80x/",
            "https://exa mple.org/", "https://example.org\\@evil.org/", "https://example.org/\u{0}",
            "https://example.org/\r\nHost: x",
            "https://ex%61mple.org/", "https://exämple.org/", "https://example.org./", "https://.example.org/",
            "https://exa..mple.org/",
            "https://-example.org/", "https://127.1/", "https://2130706433/", "https://0x7f000001/",
            "https://0x7f.0.0.1/",
            "https://0177.0.0.1/", "https://127.0.0.01/", "https://1.2.3.4.5/", "https://[::1/", "https://[127.0.0.1]/",
            "https://[::1]x/",
            "https://[fe80::1%25lo]/", "https://::1/", "https://[]/", "javascript:alert(1)",
            "https://" + String(repeating: "a", count: 64) + ".org/",
            "https://example.org/" + String(repeating: "a", count: 9000),
        ])
    func refused(text: String) {
        let error = #expect(throws: MYKEYServicesError.self) { try ServerAddress(text) }
        #expect(error?.code == .addressRefused)
        #expect(error?.field == "serverURL")
    }

    @Test("random bytes never crash the parser")
    func random() {
        var seed = SeededGenerator(seed: 7)
        let alphabet = Array("https://[]:@%.-#?0123456789abx\\ \0é".unicodeScalars)
        for _ in 0..<20_000 {
            let length = Int(seed.next() % 40)
            var text = seed.next() % 2 == 0 ? "https://" : ""
            for _ in 0..<length { text.unicodeScalars.append(alphabet[Int(seed.next() % UInt64(alphabet.count))]) }
            if let server = try? ServerAddress(text) { #expect((try? ServerAddress(server.url)) == server) }
        }
    }
}
