import Foundation
import MYKEYWalletLib
import MYKEYWire
import Testing

/// The table of MYKEY sheet 3.5, on the side that asked.
@Suite("Answers")
struct HandleURLTests {
    @Test("a login's answer gives its payload")
    func success() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        #expect(
            fixture.session.handle(asked.answer(result: "1", payload: Fixture.loginPayload))
                == .delivered(callBackId: asked.id))
        let payload = try await task.value.get()
        #expect(
            payload.account == "mykeydoctest" && payload.chain == .eos
                && payload.timestamp == UnixTime(seconds: 1_606_900_362))
        #expect(fixture.session.pendingCount == 0)
    }

    @Test("the scheme is compared without regard to case, so a configured one in capitals still receives its answers")
    func schemeCase() async throws {
        var configuration = Fixture.configuration
        configuration.scheme = "DemoScheme"
        for scheme in ["demoscheme", "DEMOSCHEME", "DemoScheme"] {
            let fixture = Fixture(configuration)
            let (task, asked) = try await fixture.login()
            let url = asked.answer(result: "0").replacingOccurrences(of: "DemoScheme://", with: scheme + "://")
            #expect(fixture.session.handle(url).isDelivered)
            #expect(await task.value.error?.isCancelled == true)
        }
    }

    @Test("an answer on the other answer host is accepted")
    func bothHosts() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        #expect(
            fixture.session.handle("demoscheme://simplewallet.mykey.org?callBackId=\(asked.id)&result=0").isDelivered)
        #expect(await task.value.error?.isCancelled == true)
    }

    @Test("each URL that is not an answer to this dapp changes nothing, and has its own reason")
    func ignored() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        let tail = "?action=login&callBackId=\(asked.id)&result=1"
        let cases: [(String, AnswerOutcome.Reason)] = [
            ("otherscheme://mykeywallet.mykey.org" + tail, .otherScheme),
            ("demoscheme2://mykeywallet.mykey.org" + tail, .otherScheme),
            ("https://mykeywallet.mykey.org" + tail, .otherScheme), ("demoscheme://evil.example" + tail, .otherHost),
            ("demoscheme://mykeywallet.mykey.org.evil.example" + tail, .otherHost),
            ("demoscheme://x@mykeywallet.mykey.org" + tail, .otherHost),
            ("demoscheme://mykeywallet.mykey.org:80" + tail, .otherHost), ("demoscheme:" + tail, .otherHost),
            ("", .unreadable),
            ("demoscheme", .unreadable), ("demoscheme://" + tail, .unreadable),
            (
                "demoscheme://mykeywallet.mykey.org" + tail + "&payload=" + String(repeating: "a", count: 70_000),
                .unreadable
            ),
            ("demoscheme://mykeywallet.mykey.org" + tail + "&callBackId=00", .unreadable),
            ("demoscheme://mykeywallet.mykey.org?action=login&result=1", .withoutID),
            ("demoscheme://mykeywallet.mykey.org?callBackId=&result=1", .withoutID),
            ("demoscheme://mykeywallet.mykey.org?callBackId=\(asked.id.uppercased())0&result=1", .unknownRequest),
            ("demoscheme://mykeywallet.mykey.org?callBackId=12345&result=1", .unknownRequest),
            ("demoscheme://mykeywallet.mykey.org?action=sign&callBackId=\(asked.id)&result=1", .otherAction),
        ]
        for (url, reason) in cases {
            #expect(fixture.session.handle(url) == .ignored(reason), "\(url.prefix(120))")
            #expect(fixture.session.pendingCount == 1)
        }
        #expect(fixture.session.handle(asked.answer(result: "0")).isDelivered)
        #expect(await task.value.error?.isCancelled == true)
    }

    @Test("an answer counts once, and the second is late")
    func exactlyOnce() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        let url = asked.answer(result: "1", payload: Fixture.loginPayload)
        #expect(fixture.session.handle(url).isDelivered)
        #expect(fixture.session.handle(url) == .ignored(.late))
        #expect(fixture.session.handle(asked.answer(result: "0")) == .ignored(.late))
        #expect(try await task.value.get().account == "mykeydoctest")
    }

    @Test("only one of a hundred simultaneous answers counts")
    func race() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        let url = asked.answer(result: "1", payload: Fixture.loginPayload)
        let delivered = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<100 { group.addTask { fixture.session.handle(url).isDelivered } }
            return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
        }
        #expect(delivered == 1)
        _ = await task.value
    }

    @Test(
        "a result that is missing or not an integer is a cancellation",
        arguments: ["&result=", "&result=yes", "&result=1.0", "", "&result=0"])
    func resultMissing(result: String) async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        #expect(
            fixture.session.handle("demoscheme://mykeywallet.mykey.org?action=login&callBackId=\(asked.id)\(result)")
                .isDelivered)
        let error = try #require(await task.value.error)
        #expect(error.isCancelled && error.source == .wallet)
    }

    @Test("result 2 carries the wallet's code and text")
    func failure() async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        _ = fixture.session.handle(
            asked.answer(result: "2", payload: #"{"errorCode":10011,"errorMsg":"no account, \"none\""}"#))
        let error = try #require(await task.value.error)
        #expect(
            error.code == .MYKEYAccountNotExist && error.reason == "no account, \"none\"" && error.source == .wallet)
    }

    @Test(
        "result 2 with a payload that cannot be read is failure 2",
        arguments: [nil, "", "{", "[]", "{}", #"{"errorCode":"x"}"#])
    func failureUnreadable(payload: String?) async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        _ = fixture.session.handle(asked.answer(result: "2", payload: payload))
        let error = try #require(await task.value.error)
        #expect(error.code == .failure && error.failureText == (payload ?? ""))
    }

    @Test("a failure that calls itself cancelled or done stays a failure", arguments: [0, 1])
    func failureInDisguise(code: Int) async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        _ = fixture.session.handle(asked.answer(result: "2", payload: "{\"errorCode\":\(code),\"errorMsg\":\"\"}"))
        let error = try #require(await task.value.error)
        #expect(error.code == .failure && !error.isCancelled)
    }

    @Test("another number as result is a failure with that code", arguments: ["10003", "20001", "3", "-1"])
    func otherResult(result: String) async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        #expect(fixture.session.handle(asked.answer(result: result)).isDelivered)
        let error = try #require(await task.value.error)
        #expect(error.code.rawValue == Int(result) && error.failureText.hasPrefix("{\"errorCode\":\(result),"))
    }

    @Test("a payload that is not encoded is used as it is, with its ampersands")
    func rawPayload() async throws {
        let fixture = Fixture()
        let task = Task { [session = fixture.session] in try await session.sign(WalletRequest.Sign(message: "hello")) }
        let asked = try Asked(await fixture.opener.urls(count: 1)[0])
        let url =
            "demoscheme://mykeywallet.mykey.org?action=sign&callBackId=\(asked.id)&result=1&payload={\"sign\":\"a&b=c?%20#x\"}"
        #expect(fixture.session.handle(url).isDelivered)
        #expect(try await task.value.sign == "a&b=c?%20#x")
    }

    @Test("done without a readable payload is not a success", arguments: ["", "{}", "null", #"{"account":""}"#])
    func successUnreadable(payload: String) async throws {
        let fixture = Fixture()
        let (task, asked) = try await fixture.login()
        _ = fixture.session.handle(asked.answer(result: "1", payload: payload))
        let error = try #require(await task.value.error)
        #expect(error.code == .failure && error.source == .wallet && error.payload == payload)
    }

    @Test(
        "a wallet of the base protocol answers a transfer with txID or txId and no payload",
        arguments: ["txID", "txId"])
    func simpleWalletTransaction(name: String) async throws {
        let fixture = Fixture()
        let task = Task { [session = fixture.session] in
            try await session.transfer(WalletRequest.Transfer(to: "harbour"), form: .simpleWallet)
        }
        let asked = try Asked(await fixture.opener.urls(count: 1)[0])
        let callback = try #require(asked["callback"])
        #expect(callback.hasPrefix("demoscheme://simplewallet.mykey.org?"))
        #expect(fixture.session.handle(callback + "&result=1&\(name)=ab%2Dcd").isDelivered)
        #expect(try await task.value.txId == "ab-cd")
    }

    @Test("before initialisation every URL is ignored")
    func uninitialized() {
        var configuration = Fixture.configuration
        configuration.scheme = ""
        let session = DappSession(configuration, opener: RecordingOpener())
        #expect(session.handle("demoscheme://mykeywallet.mykey.org?callBackId=1&result=1") == .ignored(.uninitialized))
        #expect(session.handle("://mykeywallet.mykey.org?callBackId=1&result=1") == .ignored(.uninitialized))
    }
}
