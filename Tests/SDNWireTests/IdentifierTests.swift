import HeraldKeys
import SDNWire
import TestSupport
import Testing

@Suite("Identifiers")
struct IdentifierTests {
    static let hex = "9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f"

    @Test("a DID is read in any case and printed in lower case")
    func didCase() throws {
        #expect(try SDNDID("did:sdn:9D8A62F656A8D1615C1294FD71E9CFB3E4855A4F").text == "did:sdn:" + Self.hex)
    }

    @Test(
        "a text that is not an SDN DID is refused",
        arguments: [
            "", "did:sdn:", "did:sdn:0x9d8a62f656a8d1615c1294fd71e9cfb3e4855a", "did:sns:\(hex)", "DID:SDN:\(hex)",
            "did:sdn:\(hex)0", "did:sdn:" + String(repeating: "g", count: 40),
        ])
    func badDID(text: String) {
        #expect(throws: WireError.self) { try SDNDID(text) }
    }

    @Test("user ID, DID and address can be derived from each other")
    func derivations() throws {
        let did = try SDNDID("did:sdn:" + Self.hex)
        let user = UserID(did: did)
        #expect(user.text == "@sdn_\(Self.hex):\(Self.hex)")
        #expect(user.did == did)
        #expect(UserID(did: did, domain: "example.org").text == "@sdn_\(Self.hex):example.org")
        #expect(try SDNDID(address: EthereumAddress("0x" + Self.hex)) == did)
        #expect(try UserID("@alice:example.org").did == nil)
    }

    @Test(
        "a user ID needs both halves, no spaces, and at most 255 bytes",
        arguments: [
            "", "alice", "@alice", "@:b", "@a:", "@a b:c", "@a:b\n", "@" + String(repeating: "a", count: 255) + ":b",
        ])
    func badUserID(text: String) {
        #expect(throws: WireError.self) { try UserID(text) }
    }

    @Test(
        "a wallet is the same in its three text forms",
        arguments: ["0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F", "eip155:1:0x\(hex)", "did:pkh:eip155:137:0x\(hex)"])
    func wallets(text: String) throws {
        #expect(try WalletReference(text).address.lowercaseHex == Self.hex)
    }

    @Test(
        "the error of a wallet in an unknown form names the field",
        arguments: [
            "", "0x", "did:pkh:\(hex)", "eip155:0x\(hex)", "eip155:x:0x\(hex)", "did:pkh:solana:1:0x\(hex)",
            "did:sdn:\(hex)",
        ])
    func badWallets(text: String) throws {
        let error = #expect(throws: WireError.self) { try WalletReference(text, field: "identifier.address") }
        #expect(error?.field == "identifier.address")
    }

    @Test("SDN room IDs, which upstream's pattern refuses, are accepted")
    func roomIDs() throws {
        #expect(try RoomID("!Ab_cd-12345678-@sdn_\(Self.hex):\(Self.hex)").text.hasPrefix("!"))
        #expect(throws: WireError.self) { try RoomID("Ab:cd") }
        #expect(throws: WireError.self) { try EventID("!Ab") }
        #expect(throws: WireError.self) { try RoomAlias("#nocolon") }
    }

    @Test("no identifier parser traps on 20,000 random texts")
    func fuzz() {
        var rng = SeededGenerator(seed: 11)
        let pieces = [
            "did:", "sdn:", "pkh:", "eip155:", "0x", "@", "!", "$", "#", ":", Self.hex, "é", "\u{0}", "\u{1F600}", " ",
            "1", "ffffffffffffffffffffff",
        ]
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 0...6, using: &rng)).map { _ in pieces.randomElement(using: &rng) ?? "" }
                .joined()
            _ = try? SDNDID(text)
            _ = try? UserID(text)
            _ = try? WalletReference(text)
            _ = try? RoomID(text)
            _ = try? EventID(text)
            _ = try? RoomAlias(text)
            _ = try? PercentEncoding.decode(text)
        }
    }
}
