import HeraldKeys
import MYKEYWire
import Testing

@Suite("Wallet URLs (MYKEY sheet 3.1, 3.2)")
struct WalletURLTests {
    @Test("every request is read back from every form")
    func roundTrip() throws {
        for request in try Samples.requests() {
            for form in [WalletURL.Form.sdkRequest, .simpleWalletSDK, .simpleWallet, .scannedJSON] {
                let text = try WalletURL.make(request, form: form)
                let read = try WalletURL(text)
                #expect(read.form == form && read.request == request)
                let isSDK = form == .sdkRequest || form == .simpleWalletSDK
                #expect(read.appKey == (isSDK ? "9mDxSbyR" : nil) && read.userId == (isSDK ? Samples.uuid : nil))
            }
        }
    }

    @Test("the URLs are those of the sheet")
    func spelling() throws {
        let request = WalletRequest(protocol: .simple, appKey: "k&k", uuID: "u", payload: .login(WalletRequest.Login()))
        let json = PercentText.encode(request.json(style: .iOS))
        let compact = PercentText.encode(request.json(style: .android))
        #expect(try WalletURL.make(request) == "mykey://mykey.org/protocol?param=\(json)&appKey=k%26k&userId=u")
        #expect(
            try WalletURL.make(request, appKey: "a", userId: "b", form: .simpleWalletSDK)
                == "mykey://simplewallet.mykey.org/protocol?param=\(json)&appKey=a&userId=b")
        #expect(try WalletURL.make(request, form: .simpleWallet) == "simplewallet://eos.io?param=\(compact)")
        #expect(WalletURL.opening == "mykey://mykey.org/")
        #expect(
            WalletURL.opening(dapp: "https://d.example/?a=b&c")
                == "mykey://mykey.org/dapp?url=https%3A%2F%2Fd.example%2F%3Fa%3Db%26c")
        #expect(try WalletURL(WalletURL.opening).form == .open)
        #expect(
            try WalletURL(WalletURL.opening(dapp: "https://d.example/?a=b&c")).form
                == .dapp(url: "https://d.example/?a=b&c"))
        #expect(try WalletURL("MYKEY://MyKey.Org").form == .open)
    }

    @Test("param may be form-encoded, bare, or base64url with and without padding")
    func encodings() throws {
        let request = try Samples.requests()[0]
        let json = request.json(style: .android)
        let form = PercentText.encode(json).split(separator: "%20", omittingEmptySubsequences: false).joined(
            separator: "+")
        #expect(form.contains("+"))
        let padded = Base64.encode(json + [0x20], alphabet: .url, padding: true)
        #expect(padded.hasSuffix("=") || json.count % 3 == 2)
        for raw in [
            form, Base64.encode(json, alphabet: .url), padded, PercentText.encode(padded),
            Samples.text(json).replacing("&", with: "%26").replacing("%", with: "%25").replacing("+", with: "%2B")
                .replacing("#", with: "%23").replacing("%2526", with: "%26"),
        ] {
            #expect(try WalletURL("simplewallet://eos.io?param=\(raw)").request == request)
        }
    }

    @Test("upstream's undocumented form is detected")
    func obfuscated() {
        for raw in ["deadbeef", "0123456789ABCDEFabcdef", "7b7d"] {
            #expect(
                refusal { () throws(MYKEYError) in
                    try WalletURL("mykey://mykey.org/protocol?param=\(raw)&appKey=k&userId=u")
                } == .obfuscated)
        }
    }

    @Test(
        "a URL that is not a wallet's is refused",
        arguments: [
            ("mykey://evil.example/protocol?param=%7B%7D", MYKEYError.Code.unknown),
            ("https://mykey.org/protocol?param=%7B%7D", .unknown),
            ("mykey://mykey.org/other", .unknown), ("mykey://mykey.org/protocol/?param=%7B%7D", .unknown),
            ("mykey:mykey.org", .unknown),
            ("mykey://user@mykey.org/", .unknown), ("mykey://mykey.org:80/", .unknown),
            ("simplewallet://mykey.org?param=%7B%7D", .unknown),
            ("mykey://mykey.org/protocol", .missing), ("mykey://mykey.org/protocol?param=", .missing),
            ("mykey://mykey.org/dapp", .missing),
            ("mykey://mykey.org/protocol?param=%7B%7D&param=%7B%7D", .repeated),
            ("mykey://mykey.org/protocol?param=zz%zz", .encoding),
            ("mykey://mykey.org/protocol?param=hello%20you", .encoding),
            ("mykey://mykey.org/protocol?param=%20%7B%7D", .encoding),
            ("mykey://mykey.org/protocol?param=%7B%7D", .missing), ("mykey://mykey.org/protocol?param=%7B", .json),
            ("", .syntax), ("{", .json),
            ("mykey://mykey.org/dapp?url=%zz", .encoding),
        ])
    func refused(text: String, code: MYKEYError.Code) {
        #expect(refusal { () throws(MYKEYError) in try WalletURL(text) } == code)
    }

    @Test("a request that no wallet could read is not written as a URL")
    func tooLong() {
        func sign(_ length: Int) -> WalletRequest {
            WalletRequest(
                protocol: .mykey, payload: .sign(WalletRequest.Sign(message: String(repeating: "ä", count: length))))
        }
        #expect(refusal { () throws(MYKEYError) in try WalletURL.make(sign(100)) } == nil)
        #expect(refusal { () throws(MYKEYError) in try WalletURL.make(sign(12_000)) } == .tooLong)
        #expect(refusal { () throws(MYKEYError) in try WalletURL.make(sign(25_000), form: .scannedJSON) } == .tooLong)
        #expect(refusal { () throws(MYKEYError) in try WalletURL.make(sign(1), form: .open) } == .value)
        #expect(refusal { () throws(MYKEYError) in try WalletURL.make(sign(1), form: .dapp(url: "x")) } == .value)
    }

    @Test("a refused request still has its return URL")
    func route() throws {
        let json =
            #"{"protocol":"Mykey2","action":"mint","callback":"demo://mykeywallet.mykey.org?action=mint&callBackId=77"}"#
        for text in ["mykey://mykey.org/protocol?param=\(PercentText.encode(json))&appKey=a&userId=b", json] {
            #expect(refusal { () throws(MYKEYError) in try WalletURL(text) } == .unknown)
            let route = try #require(AnswerRoute(text))
            #expect(route.callback.hasPrefix("demo://") && route.answerID == "77" && route.action == "mint")
        }
        #expect(AnswerRoute("mykey://evil.example/protocol?param=\(PercentText.encode(json))") == nil)
        #expect(AnswerRoute("mykey://mykey.org/protocol?param=deadbeef") == nil)
        #expect(AnswerRoute("{}") == nil && AnswerRoute("[]") == nil)
        let request = try Samples.requests()[0]
        #expect(AnswerRoute(request) == AnswerRoute(json: request.json()))
    }
}
