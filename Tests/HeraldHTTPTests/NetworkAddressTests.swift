import Testing
@testable import HeraldHTTP

@Suite("Texts of IP addresses")
struct NetworkAddressTests {
    @Test(
        "an IPv4 address has four decimal numbers in their only spelling",
        arguments: [
            ("192.0.2.1", [192, 0, 2, 1]), ("0.0.0.0", [0, 0, 0, 0]), ("255.255.255.255", [255, 255, 255, 255]),
            ("10.20.30.40", [10, 20, 30, 40]), ("256.0.0.1", nil), ("1.2.3", nil), ("1.2.3.4.5", nil), ("1.2.3.", nil),
            (".1.2.3", nil), ("1..2.3", nil), ("0177.0.0.1", nil), ("00.0.0.0", nil), ("1.2.3.4 ", nil), ("", nil),
            ("1.2.3.+4", nil), ("99999999999.0.0.1", nil), ("127.1", nil), ("1.2.3.4\u{0}", nil), ("١.٢.٣.٤", nil),
        ] as [(String, [UInt8]?)])
    func plain(text: String, bytes: [UInt8]?) {
        #expect(NetworkAddress(text)?.bytes == bytes)
    }

    @Test func `a sender's address has no zone, whatever the type of its text`() {
        for text in ["fe80::1%eth0", "fe80::1", "::ffff:192.0.2.1", "192.0.2.1%x", "192.0.2.1", "%", "nobody"] {
            #expect(NetworkAddress(sender: text) == NetworkAddress(sender: text[...]))
        }
        #expect(NetworkAddress(sender: "::ffff:192.0.2.1%x") == NetworkAddress(192, 0, 2, 1))
    }
}
