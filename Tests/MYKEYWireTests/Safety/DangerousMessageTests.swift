import HeraldKeys
import MYKEYWire
import Testing

@Suite("Texts that are dangerous to sign (MYKEY sheet 5.5)")
struct DangerousMessageTests {
    private static let mainNet = "aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906"

    /// A text, and the same text as 0x-hexadecimal and bare hexadecimal digits.
    private func allReasons(_ text: String) -> [Set<DangerousMessage.Reason>] {
        let hex = Hex.encode(Array(text.utf8))
        return [text, "0x" + hex, hex, "0X" + hex.uppercased()].map { DangerousMessage.reasons($0) }
    }

    @Test(
        "a text that authorises an action on EOS is detected in every spelling",
        arguments: ["mykeydoctest:transfer:00ff:17", "a:b::0", "eosio.token:setcode:DEADBEEF:18446744073709551615"])
    func authorization(text: String) { for reasons in allReasons(text) { #expect(reasons == [.chainAuthorization]) } }

    @Test(
        "a text that only resembles an EOS authorisation is not detected as one",
        arguments: [
            "a:b:0:1", "a:b:00:", "a:b:zz:1", "A:b:00:1", "a:b:00:1:2", "a:b:00", "a:b:00:1x", ":b:00:1",
            "name: action: 00: 1",
        ])
    func noAuthorization(text: String) { #expect(!DangerousMessage.reasons(text).contains(.chainAuthorization)) }

    @Test(
        "a user's login text is detected, plain and with a mykeyUID, in every spelling",
        arguments: [
            "1606900362mykeydoctest\(Samples.uuid)mykey",
            "1606900362mykeydoctest\(Samples.uuid)mykeyE87E3CC788C44BB8544003AF6CEB62E8",
            "1606904682\(Samples.address)\(Samples.uuid)mykey",
            "12345678abmykey", "1234567890123zmykey", "1606900362000aumykey",
        ])
    func login(text: String) { for reasons in allReasons(text) { #expect(reasons == [.loginText]) } }

    @Test("every login text that this module writes is detected")
    func written() throws {
        for speaks in MYKEYProtocol.allCases {
            for account in ["a", "mykeydoctest", "55555.5", Samples.address] {
                #expect(
                    DangerousMessage.reasons(try Samples.login(speaks, account: account).unsigned).contains(.loginText))
            }
        }
    }

    @Test("another wallet's login text is detected by its name")
    func refs() {
        #expect(DangerousMessage.reasons("1606900362bobuotherwallet").isEmpty)
        #expect(DangerousMessage.reasons("1606900362bobuotherwallet", refs: ["mykey", "otherwallet"]) == [.loginText])
    }

    @Test(
        "a text that only resembles a login is not detected as one",
        arguments: ["I paid 1606900362 to mykey", "1234567amykey", "16069003620 MYKEY", "16069006mykey", "hello mykey"])
    func noLogin(text: String) { #expect(!DangerousMessage.reasons(text).contains(.loginText)) }

    @Test("structured data is detected, as text and as hexadecimal")
    func structured() {
        #expect(DangerousMessage.reasons("0x1900" + String(repeating: "00", count: 60)).contains(.structuredData))
        #expect(DangerousMessage.reasons("1901" + String(repeating: "ab", count: 64)).contains(.structuredData))
        #expect(DangerousMessage.reasons("\u{19}Ethereum Signed Message:\n5hello").contains(.structuredData))
        #expect(DangerousMessage.reasons(bytes: [0x19]) == [.structuredData, .unreadable])
        #expect(!DangerousMessage.reasons("0x2019").contains(.structuredData))
    }

    @Test("the bytes of a transaction are detected by their chain ID")
    func buffer() {
        for id in DangerousMessage.chainIDs {
            #expect(id.utf8.count == 64)
            for text in [id, id + "00ff", "0x" + id.uppercased()] {
                #expect(DangerousMessage.reasons(text).contains(.transactionBuffer))
            }
        }
        #expect(DangerousMessage.chainIDs.contains(Self.mainNet))
        #expect(!DangerousMessage.reasons("00" + Self.mainNet).contains(.transactionBuffer))
        let own = String(repeating: "5a", count: 32)
        #expect(!DangerousMessage.reasons(own).contains(.transactionBuffer))
        #expect(DangerousMessage.reasons(own, chainIDs: [own]) == [.transactionBuffer])
    }

    @Test(
        "a text that a person cannot read is detected",
        arguments: [
            "0x" + String(repeating: "ab", count: 32), "a\u{0}b", "a\u{7F}", "a\rb", "a\u{202E}b", "a\u{2066}b",
            "a\u{200B}b", "\u{FEFF}a", "a\u{AD}b", "a\u{E000}", "a\u{2028}b", "a\u{85}b", "\u{FFFE}", "a\u{E0041}",
            "a\u{3164}b",
        ])
    func unreadable(text: String) { #expect(DangerousMessage.reasons(text) == [.unreadable]) }

    @Test("4 KiB are accepted, and one byte more is dangerous")
    func length() {
        let text = String(repeating: "é", count: MYKEYLimits.readableBytes / 2)
        #expect(DangerousMessage.reasons(text).isEmpty && DangerousMessage.reasons(text + "!") == [.unreadable])
        #expect(DangerousMessage.reasons(bytes: [0x61, 0xFF]) == [.unreadable])
    }

    @Test(
        "ordinary texts are not dangerous",
        arguments: [
            "hello", "Grüße\nan alle\t漢字 😀 ❤\u{FE0F}", "", "0x", "0x68656c6c6f", "12345678", "deadbeef",
            "2025-03-16: I agree to the terms.", "vote:yes", "order 1606900362: 3 × coffee",
        ])
    func ordinary(text: String) { #expect(DangerousMessage.reasons(text).isEmpty) }

    @Test(
        "a sign-in message and texts close to one are detected",
        arguments: [
            "evil.example wants you to sign in with your Ethereum account:",
            "x Wants You To Sign In With Your\u{A0}EOS account", "x wants  you\nto sign-in with your account",
        ])
    func signIn(text: String) throws {
        for reasons in allReasons(text) { #expect(reasons == [.signIn]) }
        #expect(try DangerousMessage.reasons(Samples.signIn().text) == [.signIn])
        #expect(DangerousMessage.reasons("he wants to sign in").isEmpty)
        #expect(DangerousMessage.Reason.allCases.allSatisfy { !$0.description.isEmpty })
    }
}
