import MYKEYWire
import Testing

@Suite("The landing page's example")
struct LandingPageTests {
    @Test("a dapp asks, a wallet signs, and a server reads")
    func example() throws {
        let ask = WalletRequest(
            protocol: .simple, uuID: "e9467118-9321-4916-8153-4a5a9087e51e", dappName: "Sample",
            callback: WalletAnswer.callback(scheme: "demoscheme", action: .login, callBackId: "5d41402abc4b2a76"),
            chain: .eos, payload: .login(.init(loginUrl: "https://dapp.example/mykey/login")))
        let url = try WalletURL.make(ask)
        let asked = try #require(try WalletURL(url).request)
        let uuID = try #require(asked.uuID)
        let login = try LoginStatement(
            protocol: asked.protocol, uuID: uuID, timestamp: UnixTime(seconds: 1_606_900_362),
            account: AccountText("mykeydoctest"))
        #expect(login.unsigned == "1606900362mykeydoctest\(uuID)mykey")
        let body = login.signed("SIG_K1_…").json()
        #expect(asked.serverURL == "https://dapp.example/mykey/login" && asked.answerID == "5d41402abc4b2a76")
        #expect(try LoginCallback(json: body).unsigned == login.unsigned)
    }
}
