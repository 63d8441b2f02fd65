import HeraldKeys
import MYKEYWire
import Testing

@Suite("The grammar of sign-in messages (MYKEY sheet 8.5, 9.5)")
struct SignInGrammarTests {
    private static let base = """
        login.example.org wants you to sign in with your Ethereum account:
        0x9AEf984a5E0c91f3cE71EEd77a7a51B9a29FF340

        Sign in.

        URI: https://login.example.org/session
        Version: 1
        Chain ID: 1
        Nonce: b10f7e13
        Issued At: 2025-03-16T17:29:26Z
        """

    private func isAccepted(_ text: String) -> Bool {
        refusal { () throws(MYKEYError) in try SignInMessage(text: text) } == nil
    }

    @Test(
        "messages with and without each optional line are read back unchanged",
        arguments: [SignInChain.ethereumMainNet, .eosMainNet])
    func roundTrip(chain: SignInChain) throws {
        let full = try Samples.signIn(chain)
        for bits in 0..<64 {
            let message = try SignInMessage(
                scheme: bits & 1 == 0 ? nil : full.scheme, domain: full.domain, account: full.account,
                statement: bits & 2 == 0 ? nil : full.statement,
                uri: full.uri, chain: full.chain, nonce: full.nonce, issuedAt: full.issuedAt,
                expirationTime: bits & 4 == 0 ? nil : full.expirationTime,
                notBefore: bits & 8 == 0 ? nil : full.notBefore, requestID: bits & 16 == 0 ? nil : full.requestID,
                resources: bits & 32 == 0 ? nil : full.resources)
            #expect(try SignInMessage(text: message.text) == message)
            #expect(try SignInMessage(text: message.text).text.utf8.elementsEqual(message.text.utf8))
        }
        #expect(try SignInMessage(text: Self.base).text == Self.base)
    }

    @Test("an EOS message has its own words, its chain's name and an EOS account")
    func eos() throws {
        let text = try Samples.signIn(.eosMainNet).text
        #expect(
            text.hasPrefix(
                "https://login.example.org:8443 wants you to sign in with your EOS account:\nmykeydoctest\n\n"))
        #expect(text.contains("\nChain ID: antelope:aca376f206b8fc25a6ed44dbdc66547c\n"))
        for (old, new) in [
            ("your EOS", "your Ethereum"), ("antelope:aca", "antelope:Aca"), ("antelope:a", "antelope:"),
            ("antelope:", "eip155:"), ("antelope:aca376f206b8fc25a6ed44dbdc66547c", "1"),
            ("mykeydoctest", Samples.address), ("mykeydoctest", "MYKEYDOCTEST"), ("EOS account", "Eos account"),
            ("EOS account", "TRON account"),
        ] {
            #expect(!isAccepted(text.replacing(old, with: new)), "\(new)")
        }
    }

    @Test(
        "lines that the grammar does not have are refused",
        arguments: [
            ("\n", "\r\n"), ("wants you", "wants  you"), ("wants you", "Wants you"), ("account:\n", "account: \n"),
            ("0x9AEf", "0x9aef"), ("0x9AEf", "0X9AEf"), ("0x9AEf", "9AEf"),
            ("login.example.org wants", " wants"), ("login.example.org wants", "user@login.example.org wants"),
            ("login.example.org wants", "login.example.org/x wants"),
            ("login.example.org wants", "login.example.org:port wants"),
            ("login.example.org wants", "://login.example.org wants"),
            ("login.example.org wants", "1x://login.example.org wants"),
            ("login.example.org wants", "höst.example wants"),
            ("login.example.org wants", "login.example.org%zz wants"),
            ("\n\nSign in.\n\n", "\nSign in.\n\n"), ("\n\nSign in.\n\n", "\n\nSign in.\n"),
            ("\n\nSign in.\n\n", "\n\n"), ("\n\nSign in.\n\n", "\n\n\n\n"), ("\n\nSign in.\n\n", "\n\nSign\nin.\n\n"),
            ("Sign in.", "Sign\tin."), ("Sign in.", "Größe"), ("Sign in.", "a \"b\""), ("Sign in.", "100%"),
            ("Sign in.", "<b>"), ("Sign in.", "Sign in.\r"),
            ("URI: https", "URI:https"), ("URI: https", "URI:  https"), ("URI: https", "Uri: https"),
            ("URI: https://login.example.org/session", "URI: /session"),
            ("URI: https://login.example.org/session", "URI: "),
            ("session", "ses sion"), ("session", "ses%2"), ("session", "ses{}"), ("session", "é"), ("session", "a#b#c"),
            ("Version: 1", "Version: 2"), ("Version: 1", "Version: 1.0"), ("Version: 1\n", ""),
            ("Version: 1", "Version: 1\nVersion: 1"),
            ("Chain ID: 1", "Chain ID: 01"), ("Chain ID: 1", "Chain ID: -1"), ("Chain ID: 1", "Chain ID: "),
            ("Chain ID: 1", "Chain ID: 0x1"), ("Chain ID: 1", "Chain ID: 18446744073709551616"),
            ("Chain ID: 1", "Chain ID: antelope:aca376f206b8fc25a6ed44dbdc66547c"),
            ("Nonce: b10f7e13", "Nonce: b10f7e1"), ("Nonce: b10f7e13", "Nonce: b10f-7e13"),
            ("Nonce: b10f7e13", "Nonce: "), ("Nonce: b10f7e13\n", ""), ("Nonce: b10f7e13", "Nonce: b10f7e13 "),
            ("Nonce: b10f7e13", "Nonce: é10f7e13"),
            ("17:29:26Z", "17:29:26Z\n"), ("17:29:26Z", "17:29:26"), ("2025-03-16", "2025-02-30"),
            ("17:29:26Z", "17:29:26Z\nResources:\n"), ("17:29:26Z", "17:29:26Z\nResources:\n-https://a"),
            ("17:29:26Z", "17:29:26Z\nResources:\n- "), ("17:29:26Z", "17:29:26Z\nResources: "),
            ("17:29:26Z", "17:29:26Z\nRequest ID: a b"), ("17:29:26Z", "17:29:26Z\nRequest ID: a/b"),
            ("17:29:26Z", "17:29:26Z\nRequest ID: a\nNot Before: 2025-03-16T17:29:26Z"),
            ("17:29:26Z", "17:29:26Z\nNot Before: 2025-03-16T17:29:26Z\nExpiration Time: 2025-03-16T17:29:26Z"),
            ("17:29:26Z", "17:29:26Z\nExpiration Time: never"), ("17:29:26Z", "17:29:26Z\nOther: line"),
            ("17:29:26Z", "17:29:26Z\nRequest ID: a\nRequest ID: a"),
            ("Nonce: b10f7e13\nIssued At: 2025-03-16T17:29:26Z", "Issued At: 2025-03-16T17:29:26Z\nNonce: b10f7e13"),
        ] as [(String, String)])
    func refused(old: String, new: String) {
        #expect(Self.base.contains(old))
        #expect(!isAccepted(Self.base.replacing(old, with: new)))
    }

    @Test(
        "unusual forms that the grammar allows are accepted",
        arguments: [
            ("login.example.org wants", "localhost:8080 wants"), ("login.example.org wants", "[::1]:8080 wants"),
            ("login.example.org wants", "web+app://a wants"), ("Sign in.", "https://x.example/?q=[1]@(2)!*'+,;=~"),
            ("Sign in.\n\n", "\n"), ("17:29:26Z", "17:29:26.123456789012+05:30"), ("T17:29:26Z", "t17:29:26z"),
            ("17:29:26Z", "17:29:26Z\nResources:"), ("17:29:26Z", "17:29:26Z\nRequest ID: "),
            ("17:29:26Z", "17:29:26Z\nResources:\n- urn:a:b\n- urn:a:b"),
            ("Chain ID: 1", "Chain ID: 18446744073709551615"),
            ("URI: https://login.example.org/session", "URI: did:key:z6Mk"), ("Sign in.", "URI: not the line"),
        ] as [(String, String)])
    func accepted(old: String, new: String) throws {
        let text = Self.base.replacing(old, with: new)
        #expect(text != Self.base && isAccepted(text))
        #expect(try SignInMessage(text: text).text.utf8.elementsEqual(text.utf8))
    }

    @Test("a message that could not be read back cannot be created", arguments: ["a\nb", "", "é"])
    func making(text: String) throws {
        let good = try Samples.signIn()
        func make(
            domain: String = "a.example", statement: String? = nil, uri: String = "a:b", nonce: String = "12345678",
            resources: [String]? = nil, chain: SignInChain = .ethereumMainNet
        ) -> MYKEYError.Code? {
            refusal { () throws(MYKEYError) in
                try SignInMessage(
                    domain: domain, account: good.account, statement: statement, uri: uri, chain: chain, nonce: nonce,
                    issuedAt: good.issuedAt, resources: resources)
            }
        }
        #expect(make() == nil)
        #expect(
            make(domain: text) == .syntax && make(statement: text) == .syntax && make(uri: text) == .syntax
                && make(nonce: text) == .syntax)
        #expect(make(resources: [text]) == .syntax && make(chain: .eos(text)) == .syntax)
        #expect(make(resources: Array(repeating: "a:" + String(repeating: "b", count: 100), count: 100)) == .tooLong)
    }

    @Test("the first fault of a message is reported, in order")
    func context() throws {
        let message = try Samples.signIn()
        let good = SignInContext(
            domain: "login.example.org:8443", nonce: "b10f7e13e38518ac", now: try SignInTime("2025-03-16T17:30:00Z"),
            chain: .ethereumMainNet)
        #expect(message.refusal(in: good) == nil)
        var context = good
        context.chain = .ethereum(5)
        #expect(message.refusal(in: context) == .chain)
        context.now = try SignInTime("2025-03-16T17:28:25.999Z")
        #expect(message.refusal(in: context) == .notYetValid)
        context.now = try SignInTime("2025-03-16T17:39:26.5Z")
        #expect(message.refusal(in: context) == .expired)
        context.now = try SignInTime("2025-03-16T17:39:26.499999999Z")
        #expect(message.refusal(in: context) == .chain)
        context.nonce = "b10f7e13e38518ad"
        #expect(message.refusal(in: context) == .nonce)
        context.scheme = "http"
        #expect(message.refusal(in: context) == .scheme)
        context.domain = "LOGIN.example.org:8443"
        #expect(message.refusal(in: context) == .domain)
        #expect(SignInRefusal.allCases.allSatisfy { !$0.description.isEmpty })
    }

    @Test("a tagged login is bound to the server, the uuID and the time of the legacy one (MYKEY sheet 9.5)")
    func tagged() throws {
        let login = try Samples.login()
        let message = try SignInMessage.tagged(
            login, serverURL: "https://Dapp.example:8443/login?order=7#x", chain: .eosMainNet)
        #expect(
            message.text
                == """
                dapp.example:8443 wants you to sign in with your EOS account:
                mykeydoctest

                Log in with MYKEY.

                URI: https://dapp.example:8443/login
                Version: 1
                Chain ID: antelope:aca376f206b8fc25a6ed44dbdc66547c
                Nonce: e9467118932149168153 4a5a9087e51e
                Issued At: 2020-12-02T09:12:42Z
                Expiration Time: 2020-12-02T09:17:42Z
                """.replacing(" 4a5a", with: "4a5a"))
        #expect(message.signedDigest == HeraldSHA256.hash(Array(message.text.utf8)))
        #expect(SignInMessage.nonce(uuID: Samples.uuid) == message.nonce)
        let lower = try Samples.login(account: Samples.address.lowercased())
        #expect(
            try SignInMessage.tagged(lower, serverURL: "https://d.example/", chain: .ethereumMainNet).account.text
                == Samples.address)
        let short = try LoginStatement(
            protocol: .simple, uuID: "short", timestamp: UnixTime(seconds: 1), account: login.account)
        #expect(
            refusal { () throws(MYKEYError) in
                try SignInMessage.tagged(short, serverURL: "https://d.example/", chain: .eosMainNet)
            } == .syntax)
        for url in ["no url", "mailto:a@b.example", "https://u@d.example/"] {
            #expect(
                refusal { () throws(MYKEYError) in try SignInMessage.tagged(login, serverURL: url, chain: .eosMainNet) }
                    == .syntax)
        }
        #expect(
            refusal { () throws(MYKEYError) in
                try SignInMessage.tagged(login, serverURL: "https://d.example/", chain: .ethereumMainNet)
            } == .syntax)
    }
}
