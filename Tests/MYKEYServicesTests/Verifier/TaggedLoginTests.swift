import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYWire
import TestSupport
import Testing

@Suite("The tagged sign-in beside a login (MYKEY sheet 9.5)")
struct TaggedLoginTests {
    private let cast: LoginCast
    private let store: SQLiteReplayStore

    init() throws {
        cast = try LoginCast()
        store = try SQLiteReplayStore.inMemory()
    }

    private func text(
        _ account: LoginAccount, uuID: String, domain: String = "dapp.example", chain: SignInChain? = nil,
        issued: Int64 = 0
    ) throws -> SignInMessage {
        try SignInMessage(
            domain: domain, account: AccountText(account.text), uri: "https://\(domain)/mykey/login",
            chain: chain ?? ChainIdentities.mainNets.signInChain(of: account), nonce: SignInMessage.nonce(uuID: uuID),
            issuedAt: SignInTime(cast.clock.now + .seconds(issued)),
            resources: [LoginReturn.url("demoscheme://mykeywallet.mykey.org").resource])
    }

    private func sign(_ message: SignInMessage, _ account: LoginAccount) throws -> JSONValue {
        let signature =
            switch account {
            case .eos: try cast.eosKey.sign(message.text).text
            case .ethereum: try PersonalMessage.sign(message.text, with: cast.ethereumKey).text()
            }
        return ["message": .string(message.text), "signature": .string(signature)]
    }

    private func post(
        _ siwx: (String, LoginAccount) throws -> JSONValue?, _ account: LoginAccount, _ rule: CallbackRules.TaggedRule
    ) async throws -> CallbackAnswer {
        let service = try cast.service(
            store: store, rules: CallbackRules(tagged: rule, returning: .bound(to: ["demoscheme"])))
        let pending = try await service.beginLogin()
        var members = try cast.members(account, uuID: pending.uuID)
        members["siwx"] = try siwx(pending.uuID, account)
        return await service.receive(members.serialized())
    }

    private let checked = CallbackRules.TaggedRule.checked(domain: "dapp.example")
    private let required = CallbackRules.TaggedRule.required(domain: "dapp.example")

    @Test("a text that names this server makes a tagged login, on both chains")
    func tagged() async throws {
        for account in [cast.eos, cast.ethereum] {
            for rule in [checked, required] {
                let answer = try await post({ try sign(text($1, uuID: $0), $1) }, account, rule)
                #expect(answer.login?.isTagged == true, "\(String(describing: answer.refusal))")
            }
        }
    }

    @Test("a text from the wallet itself is accepted")
    func wireText() async throws {
        let answer = try await post(
            { uuID, account in
                let statement = try LoginStatement(
                    protocol: .simple, uuID: uuID, timestamp: cast.clock.now, account: AccountText(account.text))
                let chain = ChainIdentities.mainNets.signInChain(of: account)
                return try sign(
                    SignInMessage.tagged(
                        statement, serverURL: "https://dapp.example/mykey/login?order=7", chain: chain,
                        returnsTo: .typed), account)
            }, cast.eos, required)
        #expect(answer.login?.isTagged == true, "\(String(describing: answer.refusal))")
    }

    @Test("without the text a login is untagged, or refused where it is required")
    func absent() async throws {
        #expect(try await post({ _, _ in nil }, cast.eos, checked).login?.isTagged == false)
        #expect(try await post({ _, _ in nil }, cast.eos, required).refusal?.check == .tagged)
        #expect(
            try await post({ _, _ in ["message": "nonsense", "signature": "x"] }, cast.eos, .ignored).login?.isTagged
                == false)
    }

    @Test("a text for another server, account, login, chain or time, and a wrong signature, are refused")
    func wrong() async throws {
        let other = LoginAccount.ethereum(Secp256k1PrivateKey().publicKey.ethereumAddress)
        let wrong: [(String, (String, LoginAccount) throws -> JSONValue?)] = [
            ("domain", { try sign(text($1, uuID: $0, domain: "evil.example"), $1) }),
            ("domain case", { try sign(text($1, uuID: $0, domain: "Dapp.example"), $1) }),
            ("port", { try sign(text($1, uuID: $0, domain: "dapp.example:8443"), $1) }),
            ("nonce", { try sign(text($1, uuID: $0 + "0"), $1) }),
            ("account", { uuID, _ in try sign(text(other, uuID: uuID), cast.ethereum) }),
            ("chain", { try sign(text($1, uuID: $0, chain: .ethereum(5)), $1) }),
            ("old", { try sign(text($1, uuID: $0, issued: -301), $1) }),
            ("future", { try sign(text($1, uuID: $0, issued: 31), $1) }),
            ("text", { _, _ in ["message": "no such form", "signature": "0x"] }),
            (
                "signature",
                { uuID, account in
                    var signed = try sign(text(account, uuID: uuID), account)
                    signed["message"] = .string(try text(account, uuID: uuID, issued: -1).text)
                    return signed
                }
            ),
        ]
        for (name, siwx) in wrong {
            let answer = try await post(siwx, cast.ethereum, checked)
            #expect(answer.refusal?.check == .tagged, "\(name): \(String(describing: answer.refusal))")
        }
    }
}
