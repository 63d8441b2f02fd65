import Foundation
import HeraldKeys
import MYKEYWire
import Testing

@testable import MYKEYServices

@Suite("Signatures of the answering wallet (MYKEY sheet 4.2, 5.4, 5.5, 9.5)")
struct SigningTests {
    @Test(
        "the wallet uses the requested chain; for ANY or none it uses EOS if there is an account, else Ethereum; the body names it",
        arguments: [
            (MYKEYChain.any as MYKEYChain?, [MYKEYChain.eos, .eth], "EOS"), (nil, [.eos, .eth], "EOS"),
            (.any, [.eth], "ETH"), (nil, [.eth], "ETH"),
            (.eos, [.eos, .eth], "EOS"), (.eth, [.eos, .eth], "ETH"), (.any, [.eos], "EOS"),
        ])
    func chains(asked: MYKEYChain?, owned: [MYKEYChain], used: String) async throws {
        let fixture = try WalletFixture(chains: Set(owned))
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url(WalletFixture.request(chain: asked)))
        let body = try LoginCallback(json: try #require(fixture.server.bodies.first))
        #expect(body.chain == used)
        #expect(outcome.shown?.chain.rawValue == used)
        #expect(try LoginPayload(payload: try #require(outcome.payload)).chain?.rawValue == used)
    }

    @Test("without any account every chain gets 10011", arguments: [MYKEYChain.any, .eos, .eth])
    func noAccount(asked: MYKEYChain) async throws {
        let outcome = await (try WalletFixture(chains: [])).wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(chain: asked)))
        #expect(try WalletFixture.failure(outcome).errorCode == .MYKEYAccountNotExist)
    }

    @Test("an EOS login verifies strictly, in body and payload, with the user ID's signature beside it")
    func eosLogin() async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        let body = try LoginCallback(json: try #require(fixture.server.bodies.first))
        guard case .eos(let key)? = fixture.accounts.eos?.reservedKey?.key else {
            Issue.record("an EOS key was expected")
            return
        }
        func isSigned(_ text: String, _ signature: String?) throws -> Bool {
            try EOSSignature(text: try #require(signature)).refusal(
                digest: HeraldSHA256.hash(Array(text.utf8)), by: key) == nil
        }
        #expect(try isSigned(body.unsigned, body.sign))
        #expect(body.unsigned == outcome.shown?.textToSign)
        let payload = try LoginPayload(payload: try #require(outcome.payload))
        #expect(payload.pubKey == key.legacyText)
        #expect(payload.accountType == 1)
        #expect(try isSigned(body.unsigned + (payload.mykeyUID ?? ""), payload.mykeyUIDSignature))
        let tagged = try #require(body.siwx)
        #expect(tagged.message == outcome.shown?.signInText)
        #expect(try isSigned(tagged.message, tagged.signature))
        #expect(try SignInMessage(text: tagged.message).domain == "dapp.example")
    }

    @Test("an Ethereum login verifies against the reserved key's address, not the account's")
    func ethereumLogin() async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url(WalletFixture.request(chain: .eth)))
        let body = try LoginCallback(json: try #require(fixture.server.bodies.first))
        guard case .ethereum(let key)? = fixture.accounts.ethereum?.reservedKey?.key else {
            Issue.record("an Ethereum key was expected")
            return
        }
        func signer(_ digest: [UInt8], _ signature: String) throws -> EthereumAddress {
            try RecoverableSignature(text: signature, rules: .strict).recoverPublicKey(digest: digest).ethereumAddress
        }
        #expect(body.account == WalletFixture.ethereumAddress)
        #expect(try signer(PersonalMessage.digest(Keccak256.hash(Array(body.unsigned.utf8))), body.sign) == key)
        #expect(key.checksummed != body.account)
        let tagged = try #require(body.siwx)
        #expect(try signer(PersonalMessage.digest(tagged.message), tagged.signature) == key)
        #expect(tagged.message.contains("Chain ID: 1\n"))
        #expect(outcome.shown?.signInText == tagged.message)
    }

    @Test("dapp_key is the request's in two-way binding, empty in light mode, absent in SimpleWallet")
    func dappKey() async throws {
        for (speaks, expected) in [(MYKEYProtocol.mykey, #""dapp_key":"key""#), (.simple, #""dapp_key":"""#)] {
            let fixture = try WalletFixture()
            _ = await fixture.wallet().answer(url: try WalletFixture.url(WalletFixture.request(protocol: speaks)))
            #expect(String(decoding: try #require(fixture.server.bodies.first), as: UTF8.self).contains(expected))
        }
        let fixture = try WalletFixture()
        _ = await fixture.wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(protocol: .simpleWallet), form: .simpleWalletSDK))
        #expect(!String(decoding: try #require(fixture.server.bodies.first), as: UTF8.self).contains("dapp_key"))
    }

    @Test(
        "the tagged message is left out if the owner says so, if no server is named, and if the uuID is not a nonce"
    )
    func withoutTag() async throws {
        var policy = WalletPolicy()
        policy.signsTaggedMessage = false
        let off = await (try WalletFixture()).wallet(policy: policy).answer(url: try WalletFixture.url())
        #expect(off.isSuccess && off.shown?.signInText == nil)
        #expect(off.shown?.warnings.contains { $0.contains("does not name the server") } == true)
        let short = await (try WalletFixture()).wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(uuID: "short")))
        #expect(short.isSuccess && short.shown?.signInText == nil)
    }

    @Test("a message is signed as its text on EOS, and as the bytes of its hexadecimal digits on Ethereum")
    func messages() async throws {
        let fixture = try WalletFixture()
        let sign = WalletRequest.Payload.sign(
            .init(message: "pay for the coffee", signUrl: "https://dapp.example/sign"))
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url(WalletFixture.request(sign)))
        let body = try SignCallback(json: try #require(fixture.server.bodies.first))
        #expect(try SignPayload(payload: try #require(outcome.payload)).sign == body.sign)
        guard case .eos(let key)? = fixture.accounts.eos?.reservedKey?.key else { return }
        #expect(
            try EOSSignature(text: body.sign).refusal(
                digest: HeraldSHA256.hash(Array("pay for the coffee".utf8)), by: key) == nil)
        #expect(outcome.shown?.textToSign == "pay for the coffee")

        let hex = "0x" + Hex.encode(Array("coffee ☕".utf8))
        let other = await fixture.wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(.sign(.init(message: hex)), chain: .eth)))
        #expect(other.shown?.textToSign == hex)
        #expect(other.shown?.details == [.init(label: "as text", value: "coffee ☕")])
        let signature = try SignPayload(payload: try #require(other.payload)).sign
        let digest = PersonalMessage.digest(Keccak256.hash(Array("coffee ☕".utf8)))
        let signer = try RecoverableSignature(text: signature, rules: .strict).recoverPublicKey(digest: digest)
            .ethereumAddress
        #expect(fixture.accounts.ethereum?.reservedKey?.key == .ethereum(signer))
        for text in ["coffee", "0x", "0x0", "0xzz"] {
            let refused = await fixture.wallet().answer(
                url: try WalletFixture.url(WalletFixture.request(.sign(.init(message: text)), chain: .eth)))
            #expect(try WalletFixture.failure(refused).errorCode == .illegalParameter)
        }
    }

    static let chainID = "aca376f206b8fc25a6ed44dbdc66547c36c6c33e3a119ffbeaef943642f0e906"

    /// Every row of 5.5, as text and, where it is one, inside hexadecimal digits.
    static let dangerous: [(String, MYKEYChain)] = [
        ("mykeydoctest:sendaction:00ff:12", .eos),
        ("0x" + Hex.encode(Array("mykeydoctest:sendaction:00ff:12".utf8)), .eth),
        ("1800000000mykeydoctestsomethingmykey", .eos),
        ("0x" + Hex.encode(Array("1800000000mykeydoctest1mykey".utf8)), .eth),
        // An own account, and an ending of which this wallet knows nothing: which count is each server's list.
        ("1800000000mykeydoctestsomethingotherwallet", .eos),
        ("0x" + Hex.encode(Array("1800000000MYKEYdoctest1otherwallet".utf8)), .eth),
        ("\u{19}Ethereum Signed Message:\n5hello", .eos), ("0x1900" + Self.chainID, .eth), ("0x1901ff", .eth),
        (Self.chainID + "00ff", .eos), ("0x" + Self.chainID + "00ff", .eth),
        ("hidden\u{202E}text", .eos), ("0xff00ff", .eth), (String(repeating: "a", count: 4097), .eos),
        ("dapp.example wants you to sign in with your EOS account:\nmykeydoctest", .eos),
    ]

    @Test("dangerous messages are refused without asking the user", arguments: dangerous)
    func refused(message: String, chain: MYKEYChain) async throws {
        let fixture = try WalletFixture(says: .acceptDanger)
        let outcome = await fixture.wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(.sign(.init(message: message)), chain: chain)))
        let failure = try WalletFixture.failure(outcome)
        #expect(failure.errorCode == .illegalParameter)
        #expect(failure.errorMsg.hasPrefix("not signed: "))
        #expect(fixture.person.saw.isEmpty)
    }

    @Test(
        "if the owner allows it, a second confirmation with the reasons is needed, and a plain yes is not enough",
        arguments: dangerous)
    func confirmed(message: String, chain: MYKEYChain) async throws {
        var policy = WalletPolicy()
        policy.dangerousMessages = .askAgain
        let url = try WalletFixture.url(WalletFixture.request(.sign(.init(message: message)), chain: chain))
        let hasty = try WalletFixture(says: .accept)
        let declined = await hasty.wallet(policy: policy).answer(url: url)
        #expect(declined.end == .cancelled)
        #expect(hasty.person.saw.count == 2)
        guard case .danger(let reasons)? = hasty.person.saw.last?.stage else {
            Issue.record("the reasons should be shown")
            return
        }
        #expect(!reasons.isEmpty)
        let careful = try WalletFixture(says: .accept, .acceptDanger)
        let signed = await careful.wallet(policy: policy).answer(url: url)
        #expect(signed.isSuccess)
        #expect(signed.steps == [.received, .parsed, .shown, .shown, .approved, .signed, .returned])
    }

    @Test(
        "a harmless message needs one confirmation",
        arguments: ["hello", "1:2:3", "12 apples", "name:action:abc:1", "héllo wörld ☕"])
    func harmless(message: String) async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(.sign(.init(message: message)))))
        #expect(outcome.isSuccess)
        #expect(fixture.person.saw.count == 1)
    }

    @Test("a sign-in message for one server is never signed for another, whatever the user answers")
    func foreignSignIn() async throws {
        var policy = WalletPolicy()
        policy.dangerousMessages = .askAgain
        let message = try SignInMessage(
            domain: "bank.example", account: AccountText(EOSName("mykeydoctest")), uri: "https://bank.example/",
            chain: .eosMainNet,
            nonce: "abcdefgh", issuedAt: SignInTime(WalletFixture.now)
        ).text
        for (url, isFine) in [("https://dapp.example/", false), ("https://bank.example/", true)] {
            let fixture = try WalletFixture(says: .accept, .acceptDanger)
            let request = WalletFixture.request(.sign(.init(message: message, signUrl: url)))
            let outcome = await fixture.wallet(policy: policy).answer(url: try WalletFixture.url(request))
            #expect(outcome.isSuccess == isFine, "\(outcome)")
        }
    }

    /// Return URLs of a sign-in at `bank.example`. A plain SimpleWallet answer carries no signature.
    static let signInReturns: [(String?, WalletURL.Form, Bool)] = [
        (WalletFixture.callback, .sdkRequest, true), ("https://other.example/done", .sdkRequest, true),
        ("https://bank.example:8443/done", .sdkRequest, true), ("https://bank.example/done", .sdkRequest, false),
        ("https://bank.example:443/done", .sdkRequest, false), (WalletFixture.callback, .simpleWallet, false),
        (nil, .simpleWallet, false),
    ]

    @Test(
        "the user is warned if a program that a sign-in message does not name gets the signature",
        arguments: signInReturns)
    func relayedSignIn(callback: String?, form: WalletURL.Form, isWarned: Bool) async throws {
        let message = try SignInMessage(
            domain: "bank.example", account: AccountText(EOSName("mykeydoctest")), uri: "https://bank.example/",
            chain: .eosMainNet, nonce: "abcdefgh", issuedAt: SignInTime(WalletFixture.now)
        ).text
        let request = WalletFixture.request(
            .sign(.init(message: message, signUrl: "https://bank.example/")), callback: callback)
        let url = try WalletFixture.url(request, form: form)
        var policy = WalletPolicy()
        policy.allowsWebCallbacks = true
        let fixture = try WalletFixture(says: .accept)
        let outcome = await fixture.wallet(policy: policy).answer(url: url)
        #expect(outcome.isSuccess, "\(outcome)")
        let warnings = try #require(fixture.person.saw.first).warnings
        #expect(warnings.contains { $0.contains("can sign in at bank.example") } == isWarned, "\(warnings)")
    }

    @Test("a uuID that would turn the login's text into another kind of text is refused")
    func smuggled() async throws {
        let outcome = await (try WalletFixture()).wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(uuID: "wants-you-to-sign-in-with-your")))
        #expect(try WalletFixture.failure(outcome).errorCode == .illegalParameter)
    }
}
