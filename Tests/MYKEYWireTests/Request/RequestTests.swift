import HeraldJSON
import MYKEYWire
import Testing

@Suite("Request JSON (MYKEY sheet 3.3)")
struct RequestTests {
    @Test("four actions in three protocols are written and read back unchanged, in both styles")
    func roundTrip() throws {
        let requests = try Samples.requests()
        #expect(requests.count == 12)
        for request in requests {
            for style in [WalletRequest.Style.iOS, .android] {
                let json = request.json(style: style)
                #expect(try WalletRequest(json: json) == request)
                #expect(try WalletRequest(json: json).json(style: style) == json)
            }
        }
    }

    @Test("iOS writes every key of the action in order, with unset ones empty")
    func iOS() throws {
        let bare = WalletRequest(protocol: .simple, uuID: "u", payload: .login(WalletRequest.Login()))
        #expect(
            Samples.text(bare.json(style: .iOS)) == """
                {"action":"login","appKey":"","callback":"","chain":"","dappIcon":"","dappName":"","dappUserName":"","loginMemo":"","loginUrl":"",\
                "protocol":"MYKEYSimple","requestPubKey":"","uuID":"u","version":"1.0"}
                """)
        let transfer = WalletRequest(protocol: .mykey, payload: .transfer(WalletRequest.Transfer()))
        #expect(
            Samples.text(transfer.json(style: .iOS)) == """
                {"action":"transfer","amount":0,"appKey":"","callback":"","chain":"","contract":"","dappData":"","dappIcon":"","dappName":"","desc":"",\
                "from":"","orderId":"","precision":0,"protocol":"MYKEY","symbol":"","to":"","transferUrl":"","uuID":"","version":"1.0"}
                """)
        let sign = WalletRequest(protocol: .mykey, payload: .sign(WalletRequest.Sign(message: "m")))
        #expect(
            Samples.text(sign.json(style: .iOS)).contains(#""signUrl":"""#)
                && !Samples.text(sign.json(style: .iOS)).contains("info"))
    }

    @Test("Android leaves unset keys out")
    func android() {
        let bare = WalletRequest(protocol: .simple, uuID: "u", payload: .login(WalletRequest.Login()))
        #expect(
            Samples.text(bare.json(style: .android))
                == #"{"action":"login","protocol":"MYKEYSimple","uuID":"u","version":"1.0"}"#)
    }

    @Test("\"\" and null are absent, unknown members are ignored")
    func absent() throws {
        let request = try WalletRequest(
            json: Array(
                #"{"protocol":"MYKEY","version":"1.0","action":"login","uuID":"u","chain":"","appKey":null,"servicePubKey":{"a":[]},"x":1}"#
                    .utf8))
        #expect(request == WalletRequest(protocol: .mykey, uuID: "u", payload: .login(WalletRequest.Login())))
    }

    @Test(
        "the server URL is that of the action",
        arguments: [
            ("login", "loginUrl", ""), ("transfer", "transferUrl", ""),
            ("transaction", "contractUrl", #","actions":[{"account":"a"}]"#),
            ("transaction", "notifyUrl", #","actions":[{"account":"a"}]"#), ("sign", "signUrl", #","message":"m""#),
            ("sign", "notifyUrl", #","message":"m""#),
        ])
    func server(action: String, key: String, more: String) throws {
        let json =
            #"{"protocol":"SimpleWallet","version":"1.0","uuID":"u","action":"\#(action)","\#(key)":"https://s.example/"\#(more)}"#
        let request = try WalletRequest(json: Array(json.utf8))
        #expect(request.serverURL == "https://s.example/" && request.action.rawValue == action)
    }

    @Test("the newer name takes precedence over the older one")
    func names() throws {
        let request = try WalletRequest(
            json: Array(
                #"{"protocol":"MYKEY","version":"1.0","action":"sign","message":"m","signUrl":"https://new/","notifyUrl":"https://old/"}"#
                    .utf8))
        #expect(request.serverURL == "https://new/")
    }

    @Test("actions with the QR page's names are read, with data as an object or as text")
    func aliases() throws {
        let json = """
            {"protocol":"SimpleWallet","version":"1.0","action":"transaction","ContractRequest":[
              {"account":"eosio.token","name":"transfer","TransferDataRequest":{"from":"a","to":"b","quantity":"1.0000 EOS","memo":""}},
              {"account":"c","name":"d","data":"{\\"from\\":\\"x\\",\\"to\\":\\"y\\",\\"quantity\\":\\"2\\"}","abi":"[]","binary":"0x00","quantity":"0.1 ETH","chain":"ETH"},
              {"data":"no json"},{"data":[1,2.50]}]}
            """
        guard case .transaction(let transaction) = try WalletRequest(json: Array(json.utf8)).payload else {
            return #expect(Bool(false))
        }
        #expect(
            transaction.actions[0].data?.transfer
                == WalletRequest.TokenTransfer(from: "a", to: "b", quantity: "1.0000 EOS"))
        #expect(transaction.actions[1].data?.transfer == WalletRequest.TokenTransfer(from: "x", to: "y", quantity: "2"))
        #expect(
            transaction.actions[1].data?.isText == true && transaction.actions[1].chain == .eth
                && transaction.actions[1].quantity == "0.1 ETH")
        #expect(transaction.actions[2].data?.value == nil && transaction.actions[2].data?.text == "no json")
        #expect(transaction.actions[3].data?.text == "[1,2.50]" && transaction.actions[3].data?.transfer == nil)
    }

    @Test("numbers keep their digits, as a number or as text", arguments: ["0.1000", #""0.1000""#])
    func amount(written: String) throws {
        let json = #"{"protocol":"MYKEY","version":"1.0","action":"transfer","amount":\#(written),"precision":"4"}"#
        let request = try WalletRequest(json: Array(json.utf8))
        guard case .transfer(let transfer) = request.payload else { return #expect(Bool(false)) }
        #expect(transfer.amount?.text == "0.1000" && transfer.precision == 4)
        #expect(Samples.text(request.json(style: .android)).contains(#""amount":0.1000,"#))
    }

    @Test(
        "the error of a wrong field names it",
        arguments: [
            ("[]", "request", MYKEYError.Code.wrongKind), ("{", "request", .json), ("{}", "protocol", .missing),
            (#"{"protocol":"Mykey"}"#, "protocol", .unknown), (#"{"protocol":1}"#, "protocol", .wrongKind),
            (#"{"protocol":"MYKEY"}"#, "version", .missing),
            (#"{"protocol":"MYKEY","version":"2.0"}"#, "version", .value),
            (#"{"protocol":"MYKEY","version":1.0}"#, "version", .wrongKind),
            (#"{"protocol":"MYKEY","version":"1.0"}"#, "action", .missing),
            (#"{"protocol":"MYKEY","version":"1.0","action":"LOGIN"}"#, "action", .unknown),
            (#"{"protocol":"MYKEY","version":"1.0","action":"login"}"#, "uuID", .missing),
            (#"{"protocol":"MYKEY","version":"1.0","action":"login","uuID":"u","chain":"TRX"}"#, "chain", .unknown),
            (#"{"protocol":"MYKEY","version":"1.0","action":"login","uuID":"u","expired":"soon"}"#, "expired", .value),
            (#"{"protocol":"MYKEY","version":"1.0","action":"login","uuID":"u","expired":-1}"#, "expired", .value),
            (#"{"protocol":"MYKEY","version":"1.0","action":"login","uuID":"u","uuID":"v"}"#, "uuID", .json),
            (#"{"protocol":"MYKEY","version":"1.0","action":"sign"}"#, "message", .missing),
            (#"{"protocol":"MYKEY","version":"1.0","action":"sign","message":["m"]}"#, "message", .wrongKind),
            (#"{"protocol":"MYKEY","version":"1.0","action":"transfer","amount":-1}"#, "amount", .value),
            (#"{"protocol":"MYKEY","version":"1.0","action":"transfer","precision":256}"#, "precision", .value),
            (#"{"protocol":"MYKEY","version":"1.0","action":"transfer","precision":1.5}"#, "precision", .value),
            (#"{"protocol":"MYKEY","version":"1.0","action":"transaction"}"#, "actions", .missing),
            (#"{"protocol":"MYKEY","version":"1.0","action":"transaction","actions":{}}"#, "actions", .wrongKind),
            (#"{"protocol":"MYKEY","version":"1.0","action":"transaction","actions":[]}"#, "actions", .tooLong),
            (
                #"{"protocol":"MYKEY","version":"1.0","action":"transaction","actions":[{},7]}"#, "actions[1]",
                .wrongKind
            ),
            (
                #"{"protocol":"MYKEY","version":"1.0","action":"transaction","actions":[{"account":5}]}"#,
                "actions[0].account", .wrongKind
            ),
        ])
    func refused(json: String, field: String, code: MYKEYError.Code) throws {
        do throws(MYKEYError) {
            _ = try WalletRequest(json: Array(json.utf8))
            Issue.record("accepted")
        } catch {
            #expect(error.code == code && error.field == field && !error.reason.isEmpty)
        }
    }

    @Test("20 actions, depth 16 and 48 KiB are read, and one more of each is not")
    func limits() throws {
        func request(_ actions: Int) -> [UInt8] {
            let items = Array(repeating: #"{"account":"a"}"#, count: actions).joined(separator: ",")
            return Array(#"{"protocol":"MYKEY","version":"1.0","action":"transaction","actions":[\#(items)]}"#.utf8)
        }
        #expect(refusal { () throws(MYKEYError) in try WalletRequest(json: request(20)) } == nil)
        #expect(refusal { () throws(MYKEYError) in try WalletRequest(json: request(21)) } == .tooLong)
        func nested(_ depth: Int) -> [UInt8] {
            let inside = String(repeating: "[", count: depth - 1) + String(repeating: "]", count: depth - 1)
            return Array(#"{"protocol":"MYKEY","version":"1.0","action":"sign","message":"m","x":\#(inside)}"#.utf8)
        }
        #expect(refusal { () throws(MYKEYError) in try WalletRequest(json: nested(16)) } == nil)
        #expect(refusal { () throws(MYKEYError) in try WalletRequest(json: nested(17)) } == .json)
        let short = #"{"protocol":"MYKEY","version":"1.0","action":"sign","message":"m"}"#
        let padded = Array(short.utf8) + Array(repeating: 0x20, count: MYKEYLimits.requestBytes - short.utf8.count)
        #expect(refusal { () throws(MYKEYError) in try WalletRequest(json: padded) } == nil)
        #expect(refusal { () throws(MYKEYError) in try WalletRequest(json: padded + [0x20]) } == .tooLong)
    }

    @Test("a request expires when it says so, and a scanned one within an hour (MYKEY sheet 3.7)")
    func expiry() {
        func code(_ expired: Int64?, now: Int64, scanned: Bool) -> MYKEYError.Code? {
            let request = WalletRequest(
                protocol: .simpleWallet, uuID: "u", expired: expired.map(UnixTime.init(seconds:)),
                payload: .login(WalletRequest.Login()))
            return refusal { () throws(MYKEYError) in
                try request.requireUnexpired(now: UnixTime(seconds: now), isScanned: scanned)
            }
        }
        #expect(code(nil, now: 100, scanned: false) == nil && code(nil, now: 100, scanned: true) == .missing)
        for scanned in [false, true] {
            #expect(code(100, now: 100, scanned: scanned) == nil)
            #expect(code(99, now: 100, scanned: scanned) == .expired)
        }
        #expect(code(3700, now: 100, scanned: true) == nil && code(3701, now: 100, scanned: true) == .expired)
        #expect(code(3701, now: 100, scanned: false) == nil)
        #expect(code(.max, now: .max, scanned: true) == nil && code(.max, now: .max - 10, scanned: true) == nil)
    }

    @Test("the answer's ID is the explicit one, or else the callback's")
    func answerID() {
        var request = WalletRequest(
            protocol: .mykey, uuID: "u", callback: Samples.callback, payload: .login(WalletRequest.Login()))
        #expect(request.answerID == "0f1e2d3c")
        request.callbackId = "explicit"
        #expect(request.answerID == "explicit")
        request = WalletRequest(
            protocol: .mykey, callback: "demo://x?callBackId=a%20b", payload: .login(WalletRequest.Login()))
        #expect(request.answerID == "a b")
        request.callback = "no url"
        #expect(request.answerID == nil)
    }
}
