import MYKEYWire
import TestSupport
import Testing

@Suite("Percent-encoding (MYKEY sheet 3.2)")
struct PercentTextTests {
    @Test("every byte except letters, digits and - . _ ~ is encoded, with upper-case digits")
    func encoding() {
        #expect(PercentText.encode("AZaz09-._~") == "AZaz09-._~")
        #expect(PercentText.encode("a b+c%\u{0}é/") == "a%20b%2Bc%25%00%C3%A9%2F")
        for byte in UInt8.min ... .max {
            let text = PercentText.encode([byte])
            #expect(
                (text.utf8.count == 1)
                    == "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8.contains(byte))
        }
    }

    @Test("encoding and decoding returns the same text, with either reader")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 1)
        for _ in 0..<5000 {
            let text = random.text(0...40)
            let encoded = PercentText.encode(text)
            #expect(try PercentText.decode(encoded).utf8.elementsEqual(text.utf8))
            #expect(try PercentText.formDecode(encoded).utf8.elementsEqual(text.utf8))
        }
    }

    @Test("a plus is a space to the form reader only")
    func plus() throws {
        #expect(try PercentText.decode("a+b%2b") == "a+b+")
        #expect(try PercentText.formDecode("a+b%2b") == "a b+")
    }

    @Test(
        "a broken triplet and bytes that are not UTF-8 are refused",
        arguments: ["%", "%4", "%4g", "%%41", "a%", "%ff", "%C3", "%ED%A0%80", "%C0%AF"])
    func broken(text: String) {
        #expect(refusal { () throws(MYKEYError) in try PercentText.decode(text) } == .encoding)
        #expect(refusal { () throws(MYKEYError) in try PercentText.formDecode(text) } == .encoding)
    }
}
