import Foundation
import HeraldKeys
import MYKEYWire
import TestSupport
import Testing

@testable import MYKEYServices

@Suite("Requests that the answering wallet accepts and shows (MYKEY sheet 5.2)")
struct ValidationTests {
    @Test(
        "a URL that is not a request is refused, and without a return URL only the user sees the error",
        arguments: [
            "", "nonsense", "https://mykey.org/protocol?param=%7B%7D", "mykey://evil.org/protocol?param=%7B%7D",
            "mykey://mykey.org/other",
            "mykey://mykey.org/protocol", "mykey://mykey.org/protocol?param=",
            "mykey://mykey.org/protocol?param=abcdef0123",
            "mykey://mykey.org/protocol?param=%7B%7D", "simplewallet://eos.io", "mykey://mykey.org/protocol?param=%zz",
        ])
    func unreadable(url: String) async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(url: url)
        #expect(outcome.end == .refused)
        #expect(outcome.code == .illegalParameter)
        #expect(outcome.returnURL == nil)
        #expect(!outcome.message.isEmpty)
        #expect(fixture.person.saw.isEmpty)
    }

    @Test(
        "a wrong request with a return URL is answered with 10012",
        arguments: [
            (#""protocol":"MYKEY""#, #""protocol":"OTHER""#), (#""version":"1.0""#, #""version":"2.0""#),
            (#""action":"login""#, #""action":"dance""#), (#""chain":"EOS""#, #""chain":"TRON""#),
        ])
    func wrong(old: String, new: String) async throws {
        let fixture = try WalletFixture()
        let json = String(decoding: WalletFixture.request(protocol: .mykey).json(style: .iOS), as: UTF8.self)
        #expect(json.contains(old))
        let url =
            "mykey://mykey.org/protocol?param=" + PercentText.encode(json.replacingOccurrences(of: old, with: new))
        let outcome = await fixture.wallet().answer(url: url)
        #expect(outcome.end == .refused)
        #expect(try WalletFixture.failure(outcome).errorCode == .illegalParameter)
        #expect(fixture.person.saw.isEmpty)
    }

    @Test("param is read as JSON, with plus for a space, and as base64url")
    func encodings() async throws {
        let request = WalletFixture.request(name: "Demo Dapp")
        let json = request.json(style: .android)
        let formEncoded = PercentText.encode(json).replacingOccurrences(of: "%20", with: "+")
        for param in [
            PercentText.encode(json), formEncoded, Base64.encode(json, alphabet: .url),
            Base64.encode(json, alphabet: .url, padding: true),
        ] {
            let outcome = await (try WalletFixture()).wallet().answer(
                url: "mykey://mykey.org/protocol?param=\(param)&appKey=key&userId=1")
            #expect(outcome.isSuccess)
            #expect(outcome.shown?.claimedName == "Demo Dapp")
        }
    }

    @Test("expired has to be in the future", arguments: [(-1, false), (0, true), (10, true), (100_000, true)])
    func expiry(seconds: Int64, isFine: Bool) async throws {
        let request = WalletFixture.request(expired: WalletFixture.now + .seconds(seconds))
        let outcome = await (try WalletFixture()).wallet().answer(url: try WalletFixture.url(request))
        #expect(outcome.isSuccess == isFine)
        if isFine { #expect(outcome.shown?.expires == WalletFixture.now + .seconds(seconds)) }
        if !isFine { #expect(try WalletFixture.failure(outcome).errorCode == .illegalParameter) }
    }

    @Test(
        "a scanned request has to expire within an hour, and its only answer is the POST",
        arguments: [(nil as Int64?, false), (-1, false), (3600, true), (3601, false)])
    func scanned(seconds: Int64?, isFine: Bool) async throws {
        let request = WalletFixture.request(
            protocol: .simpleWallet, appKey: nil, callback: nil,
            expired: seconds.map { WalletFixture.now + .seconds($0) })
        let json = String(decoding: request.json(style: .android), as: UTF8.self)
        for text in [json, try WalletFixture.url(request, form: .simpleWallet)] {
            let fixture = try WalletFixture()
            let outcome = await fixture.wallet().answer(scanned: text)
            #expect(outcome.isSuccess == isFine, "\(outcome)")
            #expect(outcome.returnURL == nil)
            #expect(fixture.server.bodies.count == (isFine ? 1 : 0))
            if isFine { #expect(outcome.end == .posted) }
        }
    }

    @Test("a scanned request with neither server nor callback is refused")
    func scannedNowhere() async throws {
        let request = WalletFixture.request(
            .login(.init()), protocol: .simpleWallet, callback: nil, expired: WalletFixture.now + .seconds(60))
        let outcome = await (try WalletFixture()).wallet().answer(
            scanned: String(decoding: request.json(style: .android), as: UTF8.self))
        #expect(outcome.end == .refused)
    }

    @Test("a plain SimpleWallet dapp gets only the result")
    func plainAnswer() async throws {
        let request = WalletFixture.request(protocol: .simpleWallet, appKey: nil, callback: "demoscheme://back?x=1")
        let outcome = await (try WalletFixture()).wallet().answer(
            url: try WalletFixture.url(request, form: .simpleWallet))
        #expect(outcome.returnURL == "demoscheme://back?x=1&result=1")
    }

    @Test("a plain SimpleWallet request without a server is not signed, because no program would get its answer")
    func plainNowhere() async throws {
        for payload in [WalletRequest.Payload.login(.init()), .sign(.init(message: "hello"))] {
            let fixture = try WalletFixture()
            let request = WalletFixture.request(
                payload, protocol: .simpleWallet, appKey: nil, callback: "demoscheme://back")
            let outcome = await fixture.wallet().answer(url: try WalletFixture.url(request, form: .simpleWallet))
            #expect(outcome.end == .refused || outcome.code == .illegalParameter, "\(outcome)")
            #expect(!outcome.isSuccess && fixture.person.saw.isEmpty)
        }
    }

    @Test(
        "a forbidden server URL is answered with 10012, and the dapp does not learn why",
        arguments: ["http://u:p@dapp.example/", "ftp://dapp.example/", "dapp.example", "https://127.1/"])
    func serverURL(text: String) async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(.login(.init(loginUrl: text)))))
        #expect(try WalletFixture.failure(outcome).errorCode == .illegalParameter)
        #expect(fixture.person.saw.isEmpty)
    }

    @Test("a server in a private network is refused before anything is shown")
    func innerServer() async throws {
        let fixture = try WalletFixture()
        fixture.server.block("dapp.example")
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        let failure = try WalletFixture.failure(outcome)
        #expect(failure.errorCode == .illegalParameter)
        #expect(!failure.errorMsg.contains("10.0.0.7"))
        #expect(fixture.person.saw.isEmpty)
        // The same with the real transport and the real rules.
        let wallet = AnsweringWallet(accounts: fixture.accounts, now: { WalletFixture.now }, approve: { _ in .accept })
        let inner = try WalletFixture.url(WalletFixture.request(.login(.init(loginUrl: "https://192.168.1.1/admin"))))
        #expect(try WalletFixture.failure(await wallet.answer(url: inner)).errorCode == .illegalParameter)
    }

    @Test("names and memos are shown composed and short, without control and bidi characters, and as claims")
    func claims() async throws {
        #expect(DisplayText.claim("e\u{301}") == "\u{E9}")
        #expect(DisplayText.claim("\u{202E}ab\u{0}c\nd\u{2066}\u{200B}\u{FEFF}") == "abcd")
        #expect(DisplayText.claim("a   \u{A0}\u{3000} \u{2003}b ") == "a b")
        #expect(DisplayText.claim(String(repeating: "a", count: 1000)).unicodeScalars.count == 256)
        #expect(DisplayText.claim("a" + String(repeating: "\u{301}", count: 100_000)).unicodeScalars.count <= 256)
        #expect(DisplayText.exact("a\u{202E}b\u{7}\n") == "a\\u{202E}b\\u{7}\n")
        #expect(DisplayText.exact(#"a\u{202E}b"#) == #"a\\u{202E}b"#, "a written escape is not the character")
        let outcome = await (try WalletFixture()).wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(name: "Real \u{202E}knaB")))
        #expect(outcome.shown?.claimedName == "Real knaB")
    }

    @Test("the user sees the important facts: server, callback scheme, account, chain, uuID and the exact text")
    func shown() async throws {
        let fixture = try WalletFixture()
        _ = await fixture.wallet().answer(url: try WalletFixture.url())
        let shown = try #require(fixture.person.saw.first)
        #expect(shown.stage == .request)
        #expect(shown.action == .login)
        #expect(shown.claimedName == "Demo")
        #expect(shown.claimedUser == "ann")
        #expect(shown.memo == "hello")
        #expect(shown.serverHost == "dapp.example")
        #expect(shown.callbackScheme == "demoscheme")
        #expect(shown.account == "mykeydoctest")
        #expect(shown.chain == .eos)
        #expect(shown.uuID == WalletFixture.uuID)
        #expect(shown.textToSign == "\(WalletFixture.now)mykeydoctest\(WalletFixture.uuID)mykey")
        #expect(
            shown.signInText?.hasPrefix("dapp.example wants you to sign in with your EOS account:\nmykeydoctest\n")
                == true)
        #expect(shown.expires == nil)
        #expect(fixture.person.saw.count == 1)
    }

    @Test("the wallet warns of plain HTTP and other risks")
    func warnings() async throws {
        func warnings(_ url: String?) async throws -> String {
            let request = WalletFixture.request(.login(.init(loginUrl: url)), chain: .eth)
            let outcome = await (try WalletFixture()).wallet().answer(url: try WalletFixture.url(request))
            return (outcome.shown?.warnings ?? []).joined(separator: "|")
        }
        #expect(try await warnings("http://dapp.example/").contains("not encrypted"))
        #expect(try await warnings("https://8.8.8.8/").contains("bare address"))
        #expect(try await warnings("https://xn--dpp-hoa.example/").contains("other alphabets"))
        #expect(try await warnings(nil).contains("no server checks"))
        // The Ethereum account of the fixture is of type 2.
        #expect(try await warnings("https://dapp.example/").contains("cannot be recovered"))
    }

    @Test(
        "a uuID that cannot be read is refused",
        arguments: ["a b", "a\u{202E}b", "é", String(repeating: "a", count: 257)])
    func uuID(text: String) async throws {
        let outcome = await (try WalletFixture()).wallet().answer(
            url: try WalletFixture.url(WalletFixture.request(uuID: text)))
        #expect(try WalletFixture.failure(outcome).errorCode == .illegalParameter)
    }

    @Test("URLs that only open the wallet or a page need no consent")
    func opening() async throws {
        let fixture = try WalletFixture()
        #expect(await fixture.wallet().answer(url: WalletURL.opening).opens == .open)
        #expect(
            await fixture.wallet().answer(url: WalletURL.opening(dapp: "https://dapp.example/")).opens
                == .dapp(url: "https://dapp.example/"))
        #expect(fixture.person.saw.isEmpty)
    }

    @Test("random bytes as a URL never crash the wallet, and are never signed")
    func random() async throws {
        let fixture = try WalletFixture()
        let wallet = fixture.wallet()
        let good = Array(try WalletFixture.url().unicodeScalars)
        var seed = SeededGenerator(seed: 17)
        for _ in 0..<500 {
            var text = good
            for _ in 0..<(1 + seed.next() % 4) {
                text[Int(seed.next() % UInt64(text.count))] = Unicode.Scalar(UInt8(seed.next() % 128))
            }
            _ = await wallet.answer(url: String(String.UnicodeScalarView(text)))
        }
        #expect(fixture.person.saw.allSatisfy { $0.textToSign?.hasPrefix("\(WalletFixture.now)") == true })
    }
}
