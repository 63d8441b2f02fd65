import HeraldKeys
import Testing

@Suite("Hexadecimal")
struct HexTests {
    @Test("every byte is read back in both cases")
    func roundTrip() throws {
        let all = Array(UInt8.min ... .max)
        #expect(try Hex.decode(Hex.encode(all)) == all)
        #expect(try Hex.decode(Hex.encode(all, uppercase: true)) == all)
        #expect(Hex.encode([0x0A, 0xF9]) == "0af9")
        #expect(try Hex.decode("xx0Af9".dropFirst(2)) == [0x0A, 0xF9])
    }

    @Test(
        "an odd digit, a prefix and neighbours of the digits are refused",
        arguments: ["0", "0x00", "0g", "/0", ":0", "@0", "G0", "`0", "é", "0 "])
    func refusals(text: String) {
        #expect(throws: KeysError.self) { try Hex.decode(text) }
    }
}
