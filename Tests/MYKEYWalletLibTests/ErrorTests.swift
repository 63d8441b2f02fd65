import HeraldJSON
import MYKEYWalletLib
import MYKEYWire
import Testing

@Suite("Errors")
struct ErrorTests {
    @Test("the error text for closures is JSON with the specification's two members, whatever the reason contains")
    func json() throws {
        for reason in ["", "a \"quote\"", "line\nbreak", "back\\slash", "é\u{0}"] {
            let error = MYKEYWalletError(.illegalParameter, field: "chain", reason: reason)
            let value = try JSONValue(parsing: error.json)
            #expect(
                value == ["errorCode": 10012, "errorMsg": .string("chain: " + reason)]
                    && error.failureText == error.json)
        }
    }

    @Test("every number of the wire's table that has a name here has the same number there")
    func sameCodes() {
        for code in ErrorCode.allCases { #expect(MYKEYResultCode(rawValue: code.rawValue).name == "\(code)") }
        #expect(MYKEYResultCode.named.count == ErrorCode.allCases.count)
    }

    @Test("an error has its number, its field and a sentence")
    func description() {
        #expect(MYKEYWalletError(.illegalParameter, field: "chain", reason: "no").description == "10012 at chain: no")
        #expect(MYKEYWalletError(.timeOut, reason: "late").description == "10005: late")
        #expect(
            MYKEYWalletError(.cancel, reason: "withdrawn").isCancelled
                && !MYKEYWalletError(.failure, reason: "x").isCancelled)
    }
}
