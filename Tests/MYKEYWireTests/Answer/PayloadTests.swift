import MYKEYWire
import Testing

@Suite("Payloads (MYKEY sheet 3.4) and result codes (MYKEY sheet 2.6)")
struct PayloadTests {
    @Test("a failure is written as errorCode and errorMsg and read back")
    func failure() throws {
        let failure = FailurePayload(.illegalParameter, errorMsg: "bad \"x\"")
        #expect(failure.payload == #"{"errorCode":10012,"errorMsg":"bad \"x\""}"#)
        #expect(try FailurePayload(payload: failure.payload) == failure)
        #expect(try FailurePayload(payload: #"{"errorCode":"10003"}"#) == FailurePayload(.freezed))
        #expect(try FailurePayload(payload: #"{"errorCode":-5,"errorMsg":null}"#).errorCode.rawValue == -5)
        for broken in [
            "", "{}", "[]", #"{"errorCode":1.5}"#, #"{"errorCode":true}"#, #"{"errorCode":1,"errorMsg":2}"#,
            #"{"errorCode":"x"}"#,
        ] {
            #expect(throws: MYKEYError.self) { try FailurePayload(payload: broken) }
        }
    }

    @Test("txId and sign are written and read back")
    func single() throws {
        #expect(
            TransactionPayload(txId: "ab").payload == #"{"txId":"ab"}"#
                && SignPayload(sign: "SIG_K1_x").payload == #"{"sign":"SIG_K1_x"}"#)
        #expect(try TransactionPayload(payload: #"{"txId":"ab","freePromptKeyList":[1]}"#).txId == "ab")
        #expect(try SignPayload(payload: #"{"sign":"s"}"#).sign == "s")
        #expect(refusal { () throws(MYKEYError) in try TransactionPayload(payload: #"{"txId":""}"#) } == .missing)
        #expect(refusal { () throws(MYKEYError) in try SignPayload(payload: #"{"sign":1}"#) } == .wrongKind)
    }

    @Test("a login's payload has the body's data under other names")
    func login() throws {
        let body = try Samples.login(.mykey).signed("SIG_K1_x")
        let payload = try LoginPayload(
            body, mykeyUID: "E87E3CC788C44BB8544003AF6CEB62E8", accountType: 1, mykeyUIDSignature: "SIG_K1_y",
            pubKey: "EOS6")
        #expect(
            payload.payload == """
                {"account":"mykeydoctest","accountType":1,"chain":"EOS","dappKey":"9mDxSbyR","dappUserId":"\(Samples.uuid)",\
                "mykeyUID":"E87E3CC788C44BB8544003AF6CEB62E8","mykeyUIDSignature":"SIG_K1_y","origin":"mykey","protocol":"MYKEY","pubKey":"EOS6",\
                "signature":"SIG_K1_x","timestamp":1606900362,"version":"1.0"}
                """)
        #expect(try LoginPayload(payload: payload.payload) == payload)
        let bare = try LoginPayload(try Samples.login().signed("s"))
        #expect(try LoginPayload(payload: bare.payload) == bare && bare.dappKey == nil)
        #expect(try LoginPayload(payload: bare.payload.replacing("1606900362", with: "\"1606900362\"")) == bare)
    }

    @Test(
        "a login's payload with a missing value is refused",
        arguments: ["account", "dappUserId", "origin", "protocol", "signature", "timestamp"])
    func missing(field: String) throws {
        let text = try LoginPayload(try Samples.login().signed("s")).payload
        #expect(
            refusal { () throws(MYKEYError) in
                try LoginPayload(payload: text.replacing("\"\(field)\"", with: "\"x\(field)\""))
            } == .missing)
    }

    @Test("a malformed body has no payload")
    func outOfForm() throws {
        for (speaks, time) in [("Mykey2", "1"), ("MYKEY", "01")] {
            let body = LoginCallback(
                protocolName: speaks, dappKey: nil, uuID: "u", sign: "s", ref: "r",
                timestamp: TimestampText(text: time), account: "a", chain: nil)
            #expect(throws: MYKEYError.self) { try LoginPayload(body) }
        }
    }

    @Test("every code of the sheet has its name")
    func codes() {
        #expect(MYKEYResultCode.named.map(\.code.rawValue) == [0, 1, 2] + Array(10001...10014))
        #expect(Set(MYKEYResultCode.named.map(\.name)).count == 17)
        #expect(
            MYKEYResultCode.notInstall.rawValue == 10002 && MYKEYResultCode.timeOut.rawValue == 10005
                && MYKEYResultCode.uninitialized.rawValue == 10004)
        #expect(
            MYKEYResultCode.MYKEYBounded.description == "10009 MYKEYBounded"
                && MYKEYResultCode(rawValue: 20001).description == "20001")
        #expect(
            MYKEYResultCode(rawValue: 20001).name == nil && MYKEYResultCode(rawValue: 20001).meaning == "code 20001")
    }
}
