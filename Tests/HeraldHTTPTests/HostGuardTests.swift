import Dispatch
import Synchronization
import Testing

@testable import HeraldHTTP

@Suite("Host names from strangers") struct HostGuardTests {
    private let publicOnly = HostGuard { AddressKind($0) == .global }
    private let loopbackToo = HostGuard { [.global, .loopback].contains(AddressKind($0)) }

    @Test(
        "a name is read in lower case, and an address as an address",
        arguments: [
            ("Push.Example.org", URLHost.name("push.example.org")), ("a_b", .name("a_b")),
            ("xn--exmple-cua.org", .name("xn--exmple-cua.org")), ("8.8.8.8", .address(NetworkAddress(8, 8, 8, 8))),
        ])
    func hosts(text: String, host: URLHost) throws {
        #expect(try URLHost(text) == host)
    }

    @Test(
        "this machine is localhost, 127.0.0.0/8 or ::1, and no other name or spelling",
        arguments: [
            ("localhost", true), ("LocalHost", true), ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true),
            ("[::1]", true), ("a.localhost", false), ("127.1", false), ("127.0.0.1.example", false),
            ("localhost.", false), ("128.0.0.1", false), ("[::2]", false), ("user@localhost", false), ("", false),
        ])
    func thisMachine(text: String, isIt: Bool) {
        #expect(URLHost.isThisMachine(text) == isIt)
    }

    @Test("an IPv6 address is read with and without brackets")
    func brackets() throws {
        let address = URLHost.address(try #require(NetworkAddress("2001:4860::8888")))
        #expect(try URLHost("[2001:4860::8888]") == address && URLHost("2001:4860:0::8888") == address)
    }

    @Test(
        "a spelling that programs read differently is refused",
        arguments: [
            ("127.1", URLHost.Fault.notIPv4Address), ("8.8", .notIPv4Address), ("2130706433", .notIPv4Address),
            ("0x08.8.8.8", .notIPv4Address), ("0x7f000001", .notIPv4Address), ("010.8.8.8", .notIPv4Address),
            ("a.0x7f", .notIPv4Address), ("1.2.3.4.5", .notIPv4Address), ("", .notHostName), ("a..b", .notHostName),
            ("example.org.", .notHostName), ("-a.org", .notHostName), ("exa mple.org", .notHostName),
            ("exämple.org", .notHostName), ("\u{212A}.org", .notHostName), ("ex%61mple.org", .notHostName),
            ("a\r\nb", .notHostName), ("8.8.8.8\0.org", .notHostName), ("[8.8.8.8]", .notIPv6Address),
            ("[]", .notIPv6Address), ("[", .notIPv6Address), ("[::1", .notIPv6Address),
            ("2001:4860::8888%1", .notIPv6Address), ("a:80", .notIPv6Address),
        ])
    func spellings(text: String, fault: URLHost.Fault) {
        #expect(throws: fault) { try URLHost(text) }
    }

    @Test("an address and a name of this machine are decided without a look-up")
    func withoutLookup() throws {
        for (text, isPublic, isNear) in [
            ("8.8.8.8", true, true), ("127.0.0.1", false, true), ("[::1]", false, true), ("10.0.0.1", false, false),
            ("localhost", false, true), ("a.LOCALHOST", false, true), ("nolocalhost", true, true),
            ("example.org", true, true),
        ] {
            let host = try URLHost(text)
            #expect((publicOnly.refusal(of: host) == nil) == isPublic, "\(text)")
            #expect((loopbackToo.refusal(of: host) == nil) == isNear, "\(text)")
        }
    }

    @Test("a host is refused if one of its addresses is forbidden, or if it has none")
    func addresses() async throws {
        let (open, near) = (NetworkAddress(8, 8, 8, 8), NetworkAddress(127, 0, 0, 1))
        let mapped = try #require(NetworkAddress("::ffff:10.0.0.1"))
        for (found, expected) in [
            ([open], Result.success([open])), ([open, near], .failure(.address(near))),
            ([mapped], .failure(.address(mapped))),
            ([], .failure(.unknown)),
        ] as [([NetworkAddress], Result<[NetworkAddress], HostGuard.Refusal>)] {
            #expect(await publicOnly.addresses(of: .name("example.org")) { _ in found } == expected)
        }
        let asked = Mutex<[String]>([])
        for (host, expected) in [
            (URLHost.address(open), Result.success([open])), (.address(near), .failure(.address(near))),
            (.name("localhost"), .failure(.localName)),
        ] as [(URLHost, Result<[NetworkAddress], HostGuard.Refusal>)] {
            let answer = await publicOnly.addresses(of: host) { name in
                asked.withLock { $0.append(name) }
                return [open]
            }
            #expect(answer == expected)
        }
        #expect(asked.withLock { $0 } == [])
    }

    @Test("a look-up that takes too long gives no addresses, and one of an unknown name an empty list")
    func resolver() async {
        let gate = DispatchSemaphore(value: 0)
        let resolver = HostResolver(lookups: NameLookups()) { host in
            if host == "slow.example" { gate.wait() }
            return host == "good.example" ? [NetworkAddress(8, 8, 8, 8)] : []
        }
        #expect(await resolver.addresses(of: "slow.example", within: .milliseconds(20)).addresses == nil)
        gate.signal()
        #expect(await resolver.addresses(of: "none.example", within: .seconds(600)).addresses == [])
        let found = await resolver.addresses(of: "good.example", within: .seconds(600)).addresses
        #expect(found == [NetworkAddress(8, 8, 8, 8)])
        let tooLong = String(repeating: "a", count: 300)
        #expect(await resolver.addresses(of: tooLong, within: .seconds(600)).addresses == nil)
    }
}
