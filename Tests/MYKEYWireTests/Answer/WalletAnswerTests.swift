import MYKEYWire
import TestSupport
import Testing

@Suite("Answers (MYKEY sheet 3.4, 3.5)")
struct WalletAnswerTests {
    @Test("an answer is read back from its URL, whatever it contains")
    func roundTrip() throws {
        var random = SeededGenerator(seed: 3)
        for round in 0..<3000 {
            let answer = WalletAnswer(
                action: random.text(0...10), callBackId: random.text(0...12),
                result: [.cancelled, .success, .failure][round % 3],
                payload: round % 4 == 0 ? nil : random.text(0...60))
            let url = try answer.url(callback: "demo://mykeywallet.mykey.org?action=x&callBackId=y&keep=1")
            let read = try WalletAnswer(url: url)
            #expect(
                read.action.utf8.elementsEqual(answer.action.utf8)
                    && read.callBackId.utf8.elementsEqual(answer.callBackId.utf8))
            #expect(
                read.result == answer.result
                    && read.payload.map { Array($0.utf8) } == answer.payload.map { Array($0.utf8) })
            #expect(try LinkParts(url).host == "mykeywallet.mykey.org" && url.contains("keep=1"))
        }
    }

    @Test("the URL is the sheet's: the payload comes last, and replaces the callback's own members")
    func spelling() throws {
        let answer = WalletAnswer(action: "login", callBackId: "7", result: .success, payload: #"{"a":"+ &"}"#)
        let expected =
            "demo://mykeywallet.mykey.org?action=login&callBackId=7&result=1&payload=%7B%22a%22%3A%22%2B%20%26%22%7D"
        #expect(try answer.url(callback: "demo://mykeywallet.mykey.org") == expected)
        #expect(
            try answer.url(callback: WalletAnswer.callback(scheme: "demo", action: .login, callBackId: "7")) == expected
        )
        #expect(try answer.url(callback: "demo://mykeywallet.mykey.org?result=0&payload={}&action=a#frag") == expected)
        #expect(
            try answer.url(callback: "https://d.example/back?s=1&") == "https://d.example/back?s=1&"
                + expected.drop { $0 != "?" }.dropFirst())
        #expect(
            WalletAnswer.callback(scheme: "demo", action: .sign, callBackId: "a b", isSimpleWallet: true)
                == "demo://simplewallet.mykey.org?action=sign&callBackId=a%20b")
        #expect(refusal { () throws(MYKEYError) in try answer.url(callback: "no url") } == .syntax)
    }

    @Test("a callback is cut at its first question mark or hash, whatever follows it")
    func combiningMark() throws {
        let answer = WalletAnswer(action: "login", callBackId: "7", result: .cancelled)
        for mark in ["?", "#"] {
            let url = try answer.simpleWalletURL(callback: "demo://h\(mark)\u{301}x=1")
            let expected = mark == "?" ? "demo://h?\u{301}x=1&result=0" : "demo://h?result=0"
            #expect(url.utf8.elementsEqual(expected.utf8), "\(url)")
        }
    }

    @Test("an error code is sent as 2, because iOS drops every other number")
    func code() throws {
        let answer = WalletAnswer(action: "login", callBackId: "7", result: .code(10012))
        #expect(try answer.url(callback: "demo://h").hasSuffix("&result=2"))
        #expect(try answer.simpleWalletURL(callback: "demo://h") == "demo://h?result=2")
    }

    @Test("a plain SimpleWallet dapp gets result and the name of the transaction in the protocol's text")
    func simpleWallet() throws {
        let answer = WalletAnswer(action: "transfer", callBackId: "", result: .success)
        #expect(
            try answer.simpleWalletURL(callback: "demo://h", transactionID: "ab")
                == "demo://h?result=1&txID=ab")
        #expect(
            try answer.simpleWalletURL(callback: "demo://h?order=1&txID=9", transactionID: "ab")
                == "demo://h?order=1&result=1&txID=ab")
        #expect(try answer.simpleWalletURL(callback: "demo://h?order=1&result=9") == "demo://h?order=1&result=1")
    }

    @Test(
        "a payload is the rest of the URL: raw if it begins with a brace, and decoded otherwise",
        arguments: [
            ("demo://h?result=1&payload={\"a\":\"b&result=0#c\"}", #"{"a":"b&result=0#c"}"#),
            ("demo://h?payload=%7B%22a%22%3A1%7D", #"{"a":1}"#),
            ("demo://h?result=1&payload=a&payload=b", "a&payload=b"), ("demo://h?payload=", ""),
            ("demo://h?payload={%22}", "{%22}"),
            ("demo://h?xpayload=a&payload=b+c", "b+c"),
        ])
    func payload(url: String, text: String) throws { #expect(try WalletAnswer(url: url).payload == text) }

    @Test(
        "a payload is found at no other place, and one that cannot be decoded counts as none",
        arguments: [
            "demo://h", "demo://h?", "demo://h?result=1", "demo://h?xpayload=1", "demo://h?a=1#payload=2",
            "demo://h#payload=2", "demo://h?payload=%zz", "demo://h?payload=%ff",
        ])
    func noPayload(url: String) throws { #expect(try WalletAnswer(url: url).payload == nil) }

    @Test(
        "a result that is missing or not an integer counts as cancelled",
        arguments: [
            ("demo://h", WalletAnswer.Outcome.cancelled), ("demo://h?result=", .cancelled),
            ("demo://h?result=x", .cancelled), ("demo://h?result=1.0", .cancelled),
            ("demo://h?result=0", .cancelled), ("demo://h?result=1", .success), ("demo://h?result=2", .failure),
            ("demo://h?result=10003", .code(10003)),
            ("demo://h?result=-7", .code(-7)), ("demo://h?result=99999999999999999999", .cancelled),
            ("demo://h?payload={}&result=1", .cancelled),
        ])
    func result(url: String, outcome: WalletAnswer.Outcome) throws {
        #expect(try WalletAnswer(url: url).result == outcome)
        #expect(WalletAnswer.Outcome(outcome.number) == outcome)
    }

    @Test(
        "hostile URLs are refused or read, and never trap",
        arguments: [
            ("", MYKEYError.Code.syntax), ("demo", .syntax), ("demo://h?callBackId=1&callBackId=2", .repeated),
            ("demo://h?result=1&result=2", .repeated),
            ("demo://h?action=%zz", .encoding), ("demo://h?callBackId=%ff", .encoding),
        ])
    func hostile(url: String, code: MYKEYError.Code) {
        #expect(refusal { () throws(MYKEYError) in try WalletAnswer(url: url) } == code)
    }
}
