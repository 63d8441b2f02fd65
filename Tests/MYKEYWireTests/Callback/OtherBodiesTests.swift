import MYKEYWire
import Testing

@Suite("Callbacks of sign and transactions (MYKEY sheet 4.1)")
struct OtherBodiesTests {
    @Test("a signature's body is written in order and read back")
    func sign() throws {
        let body = SignCallback(protocol: .mykey, message: "m\n", sign: "s", account: try AccountText("bob"))
        #expect(
            Samples.text(body.json())
                == #"{"protocol":"MYKEY","version":"1.0","message":"m\n","sign":"s","ref":"mykey","account":"bob"}"#)
        #expect(try SignCallback(json: body.json()) == body && CallbackBody(json: body.json()) == .sign(body))
        #expect(CallbackBody.sign(body).json() == body.json())
    }

    @Test("a transaction's body is written in order and read back")
    func transaction() throws {
        let body = TransactionCallback(protocol: .simple, transactionID: "ab", account: try AccountText("bob"))
        #expect(
            Samples.text(body.json())
                == #"{"protocol":"MYKEYSimple","version":"1.0","tx_id":"ab","ref":"mykey","account":"bob"}"#)
        #expect(
            try TransactionCallback(json: body.json()) == body && CallbackBody(json: body.json()) == .transaction(body))
        #expect(CallbackBody.transaction(body).json() == body.json())
    }

    @Test(
        "a field that is absent is refused by its name",
        arguments: ["protocol", "version", "message", "sign", "ref", "account", "tx_id"])
    func missing(field: String) throws {
        let account = try AccountText("bob")
        let bodies = [
            SignCallback(protocol: .mykey, message: "m", sign: "s", account: account).json(),
            TransactionCallback(protocol: .simple, transactionID: "ab", account: account).json(),
        ].map(Samples.text)
        for text in bodies where text.contains("\"\(field)\"") {
            let broken = Array(text.replacing("\"\(field)\"", with: "\"x\"").utf8)
            let code =
                text.contains("tx_id")
                ? refusal { () throws(MYKEYError) in try TransactionCallback(json: broken) }
                : refusal { () throws(MYKEYError) in try SignCallback(json: broken) }
            #expect(code == .missing)
        }
    }
}
