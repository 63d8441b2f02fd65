import HeraldJSON
import HeraldKeys
import TestSupport
import Testing

@Suite("Ethereum addresses")
struct AddressTests {
    static let canonical = "0x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F"

    @Test("the strict rule accepts exactly what the checksum vectors accept")
    func checksumVectors() throws {
        let vectors = try VectorFiles.vectors("ethereum.json", kind: "checksum")
        #expect(!vectors.isEmpty)
        for vector in vectors {
            let text = try vector.string("text")
            let address = try? EthereumAddress(text)
            #expect(try (address != nil) == vector.bool("acceptable"), "\(text)")
            #expect(try EthereumAddress.hasChecksum(text) == vector.bool("has_checksum"), "\(text)")
            #expect(try address?.checksummed == vector.optionalString("canonical"), "\(text)")
        }
    }

    @Test("the lenient rule accepts any case, an optional prefix and surrounding white space")
    func lenientForms() throws {
        let expected = try EthereumAddress(Self.canonical)
        let digits = String(Self.canonical.dropFirst(2))
        let wrongCase = "0x9D8A62f656a8d1615C1294fd71e9CFb3E4855A4F"
        for text in [
            Self.canonical, digits, digits.lowercased(), digits.uppercased(), "0X" + digits, " \t0x\(digits)\r\n",
            wrongCase,
        ] {
            #expect(try EthereumAddress(text, checksum: .ignored) == expected)
        }
        #expect { try EthereumAddress(wrongCase) } throws: { ($0 as? KeysError)?.code == .checksum }
        for text in [digits, "0X" + digits, " " + Self.canonical] {
            #expect { try EthereumAddress(text) } throws: { ($0 as? KeysError)?.code == .prefix }
        }
    }

    @Test(
        "both rules refuse a text that is not an address, and the error names the field",
        arguments: [
            "", "0x", "0x0x", "0x9d8A", canonical + "00", "0x" + String(repeating: "g", count: 40),
            "0x" + String(repeating: "é", count: 20),
            "0x 9d8A62f656a8d1615C1294fd71e9CFb3E4855A4", "٠x9d8A62f656a8d1615C1294fd71e9CFb3E4855A4F",
        ])
    func refusals(text: String) {
        for rule in [EthereumAddress.ChecksumRule.strict, .ignored] {
            #expect { try EthereumAddress(text, checksum: rule) } throws: { ($0 as? KeysError)?.field == "address" }
        }
    }

    @Test("printed forms are read back", arguments: 0..<20)
    func roundTrip(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let address = try EthereumAddress(bytes: random.bytes(20))
        #expect(address.description == address.checksummed)
        #expect(EthereumAddress.hasChecksum(address.checksummed))
        #expect(try EthereumAddress(address.checksummed) == address)
        #expect(try EthereumAddress("0x" + address.lowercaseHex) == address)
        #expect(try EthereumAddress("0x" + address.lowercaseHex.uppercased()) == address)
    }

    @Test("an address has 20 bytes", arguments: [0, 19, 21, 32])
    func byteCount(count: Int) {
        #expect { try EthereumAddress(bytes: [UInt8](repeating: 0, count: count)) } throws: {
            ($0 as? KeysError)?.code == .length
        }
    }
}
