import MYKEYWire
import TestSupport
import Testing

@Suite("Amounts of tokens")
struct TokenAmountTests {
    @Test(
        "an exponent is expanded, and every other digit stays",
        arguments: [
            ("0", "0"), ("1", "1"), ("0.1000", "0.1000"), ("1.0E-4", "0.00010"), ("1e-05", "0.00001"),
            ("12.5e1", "125"), ("12.5e3", "12500"),
            ("0.5e2", "50"), ("1E+2", "100"), ("1e0", "1"),
            ("123456789.123456789012345678", "123456789.123456789012345678"), ("0.0e3", "0"),
            ("10e-1", "1.0"), ("0e9", "0"),
        ])
    func plain(written: String, text: String) throws {
        #expect(try TokenAmount(written).text == text)
        #expect(try TokenAmount(text).text == text)
    }

    @Test(
        "a malformed amount is refused",
        arguments: [
            "", "-1", "+1", "01", ".5", "5.", "1.e2", "1e", "1e+", "1e1000", "1e65", " 1", "1 ", "0x10", "NaN", "1,5",
            "1e-", "1.2.3", "١",
            String(repeating: "9", count: 65), "9e64", "-0",
        ])
    func refused(text: String) {
        #expect(refusal { () throws(MYKEYError) in try TokenAmount(text) } == .value)
    }

    @Test("a double gives its shortest digits, and infinity is refused")
    func doubles() throws {
        #expect(
            try TokenAmount(0.0001).text == "0.0001" && TokenAmount(1e-5).text == "0.00001"
                && TokenAmount(1.5).text == "1.5")
        for number in [-1, Double.infinity, .nan] {
            #expect(refusal { () throws(MYKEYError) in try TokenAmount(number) } == .value)
        }
        var random = SeededGenerator(seed: 5)
        for _ in 0..<2000 {
            let number = Double.random(in: 0..<1e12, using: &random)
            #expect(try Double(TokenAmount(number).text) == number)
        }
    }
}
