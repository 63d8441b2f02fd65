import HTTPTypes
import HeraldHTTP
import Testing
@testable import HeraldPeer

@Suite("The client's address behind a proxy")
struct ForwardedAddressTests {
    private func client(_ peer: String, trusted: [String], _ headers: [(String, String)]) throws -> ClientAddress {
        var fields = HTTPFields()
        for (name, value) in headers {
            fields.append(HTTPField(name: try #require(HTTPField.Name(name)), value: value))
        }
        return try TrustedProxies(trusted).client(peer: peer, headers: fields)
    }

    @Test(
        "attack 26: forwarding headers count only from a trusted proxy, and a loopback request with one is not local",
        arguments: [
            [("X-Forwarded-For", "127.0.0.1")], [("Forwarded", "for=127.0.0.1")], [("X-Real-IP", "127.0.0.1")],
            [("x-forwarded-for", "")],
        ])
    func untrusted(headers: [(String, String)]) throws {
        #expect(
            try client("127.0.0.1", trusted: [], headers)
                == ClientAddress(text: "127.0.0.1", isForwarded: true, isLocal: false))
        #expect(
            try client("192.0.2.7", trusted: ["192.0.2.8"], headers)
                == ClientAddress(text: "192.0.2.7", isForwarded: true, isLocal: false))
    }

    @Test(
        "attack 26: without forwarding headers, a request is local if its socket is a loopback socket",
        arguments: [
            ("127.0.0.1", true), ("127.8.9.1", true), ("::1", true), ("::ffff:127.0.0.1", true), ("192.0.2.1", false),
            ("::2", false), ("unknown", false),
        ])
    func direct(peer: String, isLocal: Bool) throws {
        #expect(try client(peer, trusted: [], []) == ClientAddress(text: peer, isLocal: isLocal))
    }

    @Test(
        "attack 26: the client of a trusted proxy is the rightmost address that is not a trusted proxy",
        arguments: [
            ("198.51.100.7", "198.51.100.7"), ("127.0.0.1, 198.51.100.7", "198.51.100.7"),
            ("198.51.100.7, 10.1.2.3, 10.9.9.9", "198.51.100.7"),
            ("198.51.100.7:4711", "198.51.100.7"), ("[2001:db8::1]:80", "2001:db8::1"), ("2001:db8::1", "2001:db8::1"),
            ("junk, 198.51.100.7", "198.51.100.7"),
        ])
    func list(value: String, expected: String) throws {
        let found = try client("127.0.0.1", trusted: ["127.0.0.1", "10.0.0.0/8"], [("X-Forwarded-For", value)])
        #expect(found == ClientAddress(text: expected, isForwarded: true, isLocal: false, isOfProxy: true))
    }

    @Test(
        "attack 26: the Forwarded header names the client in the same way",
        arguments: [
            ("for=198.51.100.7", "198.51.100.7"), ("proto=https;For=\"[2001:db8::1]:80\";by=10.0.0.1", "2001:db8::1"),
            ("for=127.0.0.1, for=198.51.100.7;host=x, for=10.0.0.3", "198.51.100.7"),
        ])
    func standard(value: String, expected: String) throws {
        let found = try client("10.0.0.1", trusted: ["10.0.0.0/8"], [("Forwarded", value)])
        #expect(found == ClientAddress(text: expected, isForwarded: true, isLocal: false, isOfProxy: true))
    }

    @Test(
        "attack 26: if a trusted proxy names no client, or two, its own address counts, and the request is not local",
        arguments: [
            [], [("X-Forwarded-For", "")], [("X-Forwarded-For", "127.0.0.1, junk")], [("Forwarded", "proto=https")],
            [("Forwarded", "for=_hidden")],
            [("X-Forwarded-For", "198.51.100.7"), ("Forwarded", "for=127.0.0.1")],
            [("X-Forwarded-For", "127.0.0.1"), ("Forwarded", "for=unknown")],
            [("X-Real-IP", "127.0.0.1")],
            [("X-Forwarded-For", String(repeating: "127.0.0.1,", count: 40) + "127.0.0.1")],
        ] as [[(String, String)]])
    func useless(headers: [(String, String)]) throws {
        let names = headers.contains { $0.0 != "X-Real-IP" }
        #expect(
            try client("127.0.0.1", trusted: ["127.0.0.1"], headers)
                == ClientAddress(text: "127.0.0.1", isForwarded: true, isLocal: false, isOfProxy: names))
    }

    @Test(
        "attack 60: if a proxy names its client only in X-Real-IP, the client's own headers are ignored",
        arguments: [
            ("X-Forwarded-For", "127.0.0.1", "198.51.100.7", false),
            ("X-Forwarded-For", "198.51.100.9", "198.51.100.7", false),
            ("Forwarded", "for=127.0.0.1", "198.51.100.7", false), ("X-Forwarded-For", "198.51.100.7", "junk", false),
            ("X-Forwarded-For", "198.51.100.7", "198.51.100.7", true),
            ("X-Forwarded-For", "198.51.100.7, 10.0.0.3", "10.0.0.3", true),
            ("Forwarded", "for=\"[2001:db8::1]\"", "2001:DB8:0::1", true),
        ])
    func realAddress(name: String, value: String, real: String, agrees: Bool) throws {
        let found = try client("10.0.0.1", trusted: ["10.0.0.0/8"], [(name, value), ("X-Real-IP", real)])
        #expect(
            found
                == ClientAddress(
                    text: agrees ? (name == "Forwarded" ? "2001:db8::1" : "198.51.100.7") : "10.0.0.1",
                    isForwarded: true, isLocal: false, isOfProxy: true))
    }

    @Test("a client on the proxy's machine is local")
    func local() throws {
        #expect(try client("127.0.0.1", trusted: ["127.0.0.1"], [("X-Forwarded-For", "127.0.0.1")]).isLocal)
        #expect(try client("10.0.0.1", trusted: ["10.0.0.1"], [("X-Forwarded-For", "::1")]).isLocal)
        #expect(
            try !client("127.0.0.1", trusted: ["127.0.0.1"], [("X-Forwarded-For", "127.0.0.1, 198.51.100.7")]).isLocal)
    }

    @Test(
        "only addresses and networks are read as such",
        arguments: [
            ("127.0.0.1", true), ("10.0.0.0/8", true), ("::1", true), ("2001:db8::/32", true),
            ("::ffff:10.0.0.0/104", true), ("0.0.0.0/1", true),
            ("10.0.0.0/33", false), ("10.0.0.0/", false), ("localhost", false), ("", false), ("10.0.0.0/-1", false),
            ("::/129", false),
        ])
    func networks(text: String, isGood: Bool) {
        #expect((NetworkBlock(text) != nil) == isGood)
        #expect((try? TrustedProxies([text])).map { _ in true } ?? false == isGood)
    }

    @Test("a network of all addresses cannot be trusted as a proxy", arguments: ["0.0.0.0/0", "10.0.0.0/0", "::/0"])
    func trustOfEverybody(text: String) {
        let error = #expect(throws: TrustedProxies.Malformed.self) { try TrustedProxies(["127.0.0.1", text]) }
        #expect(error?.reason == "'\(text)' contains all addresses, so name a smaller network")
    }

    @Test(
        "a network of all addresses is recognised in every spelling",
        arguments: [
            ("0.0.0.0/0", true), ("0.0.0.0/00", true), ("10.0.0.0/0", true), ("::/0", true), ("::/000", true),
            ("::ffff:0:0/96", true),
            ("0.0.0.0/1", false), ("::/1", false), ("::ffff:0:0/97", false), ("0.0.0.0", false),
        ])
    func everybody(text: String, isEverybody: Bool) throws {
        #expect(try #require(NetworkBlock(text)).isEverybody == isEverybody)
    }

    @Test("attack 92: a request with only a Via header counts as forwarded")
    func via() throws {
        let found = try client("127.0.0.1", trusted: [], [("Via", "1.1 proxy")])
        #expect(found == ClientAddress(text: "127.0.0.1", isForwarded: true, isLocal: false))
        // A trusted proxy that names nobody stands for its clients.
        #expect(try !client("127.0.0.1", trusted: ["127.0.0.1"], [("Via", "1.1 proxy")]).isLocal)
    }

    @Test("a network contains the addresses with its prefix")
    func containment() throws {
        let four = try #require(NetworkBlock("10.16.0.0/12")),
            mapped = try #require(NetworkBlock("::ffff:10.16.0.0/108"))
        for block in [four, mapped] {
            #expect(
                try block.contains(#require(NetworkAddress(sender: "10.31.255.255")))
                    && block.contains(#require(NetworkAddress(sender: "::ffff:10.16.0.1"))))
            #expect(
                try !block.contains(#require(NetworkAddress(sender: "10.32.0.0")))
                    && !block.contains(#require(NetworkAddress(sender: "::10.16.0.1"))))
        }
    }

    @Test(
        "the addresses of an IPv6 /64 count as one, and an IPv4 address counts as one in every spelling",
        arguments: [
            ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("2001:db8:1:2::1", "20010db800010002/64"),
            ("2001:db8:1:2:ffff::", "20010db800010002/64"), ("fe80::1%eth0", "fe80000000000000/64"),
            ("unknown", "unknown"),
        ])
    func keys(text: String, key: String) {
        #expect(NetworkAddress.key(of: text) == key)
    }

    @Test(
        "attack 26: a path has only one spelling",
        arguments: [
            ("/a/b", true), ("/", true), ("/a/", true), ("/a%20b/%C3%A9", true), ("/!x:y@z/$1,2;v=1", true),
            ("/a%2fb", false), ("/a%2Fb", false),
            ("/%61/b", false), ("/a//b", false), ("//a", false), ("/./a", false), ("/a/..", false),
            ("/a/%2e%2e/b", false), ("/a/..;x/b", false),
            ("/a/;x/b", false), ("/a#", false), ("/a\\b", false), ("/a%5cb", false), ("/a%", false), ("a", false),
            ("", false),
        ])
    func paths(path: String, isPlain: Bool) {
        #expect((PathSpelling.fault(in: path) == nil) == isPlain)
    }
}
