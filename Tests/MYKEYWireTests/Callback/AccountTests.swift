import HeraldKeys
import MYKEYWire
import Testing

@Suite("Accounts of callbacks (MYKEY sheet 4.1)")
struct AccountTests {
    @Test("an EOS name and an address are distinguished by their form")
    func forms() throws {
        let name = try AccountText("mykeydoctest"), address = try AccountText(Samples.address)
        #expect(name.chain == .eos && address.chain == .eth && address.text == Samples.address)
        #expect(
            try name == AccountText(EOSName("mykeydoctest")) && address == AccountText(EthereumAddress(Samples.address))
        )
        for chain in [nil, MYKEYChain.any] { #expect(name.fits(chain) && address.fits(chain)) }
        #expect(name.fits(.eos) && !name.fits(.eth) && address.fits(.eth) && !address.fits(.eos))
        #expect(try AccountText(Samples.address.lowercased()).text == Samples.address.lowercased())
    }

    @Test(
        "a text that is neither is refused",
        arguments: [
            "", "Not.An.Eos.Name!", "abcdefghijklm", "ends.", "a6", "ab c", "0x",
            "0x9AEf984a5E0c91f3cE71EEd77a7a51B9a29FF34", "9AEf984a5E0c91f3cE71EEd77a7a51B9a29FF340",
        ])
    func refused(text: String) { #expect(refusal { () throws(MYKEYError) in try AccountText(text) } == .value) }

    @Test("an address with one letter in the other case is refused")
    func checksum() {
        let digits = Array(Samples.address)
        for index in digits.indices.dropFirst(2) where digits[index].isLetter {
            var changed = digits
            changed[index] = Character(
                digits[index].isUppercase ? digits[index].lowercased() : digits[index].uppercased())
            #expect(refusal { () throws(MYKEYError) in try AccountText(String(changed)) } == .value)
        }
    }
}
