import Testing

@testable import MYKEYServices

@Suite("Kinds of addresses")
struct AddressKindTests {
    @Test(
        "each block of special addresses is known up to its edges",
        arguments: [
            ("0.0.0.0", AddressKind.unspecified), ("0.255.255.255", .unspecified), ("1.0.0.0", .global),
            ("9.255.255.255", .global), ("10.0.0.0", .privateNetwork), ("10.255.255.255", .privateNetwork),
            ("11.0.0.0", .global),
            ("100.63.255.255", .global), ("100.64.0.0", .shared), ("100.100.100.200", .shared),
            ("100.127.255.255", .shared),
            ("100.128.0.0", .global), ("126.255.255.255", .global), ("127.0.0.1", .loopback),
            ("127.255.255.255", .loopback),
            ("128.0.0.0", .global), ("169.253.255.255", .global), ("169.254.169.254", .linkLocal),
            ("169.255.0.0", .global),
            ("172.15.255.255", .global), ("172.16.0.0", .privateNetwork), ("172.31.255.255", .privateNetwork),
            ("172.32.0.0", .global),
            ("192.0.0.8", .reserved), ("192.0.1.0", .global), ("192.0.2.1", .documentation), ("192.88.99.1", .reserved),
            ("192.167.255.255", .global), ("192.168.0.1", .privateNetwork), ("192.169.0.0", .global),
            ("198.17.255.255", .global),
            ("198.18.0.1", .reserved), ("198.19.255.255", .reserved), ("198.20.0.0", .global),
            ("198.51.100.7", .documentation),
            ("203.0.113.255", .documentation), ("223.255.255.255", .global), ("224.0.0.1", .multicast),
            ("239.255.255.250", .multicast),
            ("240.0.0.1", .reserved), ("255.255.255.255", .reserved), ("8.8.8.8", .global),
            ("::", .unspecified), ("::1", .loopback), ("::2", .reserved), ("::7f00:1", .reserved),
            ("::ffff:127.0.0.1", .loopback), ("::ffff:10.1.2.3", .privateNetwork), ("::ffff:8.8.8.8", .global),
            ("::fffe:8.8.8.8", .reserved),
            ("64:ff9b::a9fe:a9fe", .linkLocal), ("64:ff9b::808:808", .global), ("64:ff9b:0:0:1::", .reserved),
            ("64:ff9b:1::808:808", .privateNetwork), ("64:ff9b:2::1", .reserved),
            ("100::1", .reserved), ("2001::1", .reserved), ("2001:1ff:ffff::", .reserved), ("2001:200::1", .global),
            ("2001:db8::1", .documentation), ("2001:db9::1", .global), ("2002:c0a8:0101::1", .privateNetwork),
            ("2002:808:808::1", .global),
            ("2606:4700::1111", .global), ("3ffe:ffff::1", .global), ("3fff::1", .documentation),
            ("3fff:1000::1", .global),
            ("4000::1", .reserved), ("5f00::1", .reserved), ("fbff::1", .reserved), ("fc00::1", .uniqueLocal),
            ("fd00:ec2::254", .uniqueLocal),
            ("fe00::1", .reserved), ("fe80::1", .linkLocal), ("febf::1", .linkLocal), ("fec0::1", .privateNetwork),
            ("ff02::1", .multicast),
        ])
    func kinds(text: String, kind: AddressKind) throws {
        #expect(AddressKind(try #require(NetworkAddress(text))) == kind)
    }

    @Test(
        "spellings of IPv4 that programs read differently are not addresses",
        arguments: ["127.1", "0177.0.0.1", "2130706433", "0x7f.0.0.1", "1.2.3.4.5", "", "fe80::1%lo", "1.2.3.4\0"])
    func odd(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test("an address prints as it was read")
    func texts() throws {
        for text in ["192.0.2.1", "::1", "2001:db8::1", "::ffff:1.2.3.4"] {
            #expect(try #require(NetworkAddress(text)).description == text)
        }
        #expect(NetworkAddress(bytes: [1, 2, 3]) == nil)
    }

    @Test("by default only public hosts with TLS are allowed")
    func rules() throws {
        for kind in AddressKind.allCases {
            #expect(AddressRules.publicOnly.allowed.contains(kind) == (kind == .global))
        }
        let (home, loop, open) = (
            try #require(NetworkAddress("192.168.1.1")), try #require(NetworkAddress("127.0.0.1")),
            try #require(NetworkAddress("8.8.8.8"))
        )
        #expect(AddressRules.publicOnly.refusal(of: open, isSecure: true) == nil)
        #expect(AddressRules.publicOnly.refusal(of: open, isSecure: false) != nil)
        #expect(AddressRules.publicOnly.refusal(of: loop, isSecure: true) != nil)
        #expect(AddressRules.loopbackToo.refusal(of: loop, isSecure: false) == nil)
        #expect(AddressRules.loopbackToo.refusal(of: home, isSecure: true) != nil)
        #expect(AddressRules.loopbackToo.refusal(of: open, isSecure: false) != nil)
        #expect(AddressRules(allowsPlainHTTP: true).refusal(of: open, isSecure: false) == nil)
    }
}
