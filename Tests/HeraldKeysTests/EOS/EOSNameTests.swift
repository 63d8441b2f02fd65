import HeraldKeys
import Testing

@Suite("EOS account names")
struct EOSNameTests {
    @Test(
        "valid account names are accepted unchanged",
        arguments: ["a", "mykeydoctest", "z1", "12345", "a.b", "a..b", ".a", "aaaaaaaaaaaa", "eosio.token"])
    func accepted(text: String) throws {
        let name = try EOSName(text)
        #expect(name.text == text && "\(name)" == text)
    }

    @Test(
        "any other name is refused with its code",
        arguments: [
            ("", KeysError.Code.length), ("aaaaaaaaaaaaa", .length), ("Abc", .character), ("abc6", .character),
            ("abc0", .character), ("abc9", .character),
            ("a-b", .character), ("abc.", .character), (".", .character), ("abc ", .character), (" abc", .character),
            ("abc\n", .character), ("a\0b", .character),
            ("é", .character), ("ａbc", .character), ("abc\u{301}", .character), ("aaaaaaaaaaé", .character),
            ("Not.An.Eos.Name!", .length), ("0x3bB9E1783D", .character),
        ])
    func refused(text: String, code: KeysError.Code) {
        #expect { try EOSName(text) } throws: {
            ($0 as? KeysError)?.code == code && ($0 as? KeysError)?.field == "account"
        }
    }
}
