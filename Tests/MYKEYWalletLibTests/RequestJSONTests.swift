import Foundation
import HeraldJSON
import MYKEYWalletLib
import MYKEYWire
import Testing

/// The requests that are sent: MYKEY sheet 3.1 and 3.3, for four actions and three protocols. The expected members are written out here, not taken
/// from the module that makes them.
@Suite("Requests on the wire")
struct RequestJSONTests {
    private static let login = WalletRequest.Payload.login(
        WalletRequest.Login(
            loginUrl: "https://harbour.example/login?a=b", loginMemo: "Come + in", userName: "uchihamadara"))
    private static let transfer = WalletRequest.Payload.transfer(
        WalletRequest.Transfer(
            from: "alice", to: "bob", amount: try? TokenAmount("0.0100"), contract: "eosio.token", symbol: "EOS",
            precision: 4,
            dappData: "memo", desc: "A payment", orderId: "7", transferUrl: "https://harbour.example/pay"))
    private static let transaction = WalletRequest.Payload.transaction(
        WalletRequest.Transaction(
            actions: [
                WalletRequest.ActionItem(
                    account: "eosio", name: "buyram", info: "RAM",
                    data: WalletRequest.ActionData(text: #"{"payer":"alice"}"#)),
                WalletRequest.ActionItem(
                    account: "eosio.token", name: "transfer",
                    data: WalletRequest.ActionData(
                        WalletRequest.TokenTransfer(from: "alice", to: "bob", quantity: "1.0000 EOS", memo: "m"))),
            ], desc: "Two calls", orderId: "8", contractUrl: "https://harbour.example/call"))
    private static let sign = WalletRequest.Payload.sign(
        WalletRequest.Sign(message: "Read \"me\"", signUrl: "https://harbour.example/sign"))

    private static let payloads: [(payload: WalletRequest.Payload, members: JSONValue)] = [
        (
            login,
            [
                "action": "login", "loginUrl": "https://harbour.example/login?a=b", "loginMemo": "Come + in",
                "dappUserName": "uchihamadara",
                "requestPubKey": "",
            ]
        ),
        (
            transfer,
            [
                "action": "transfer", "from": "alice", "to": "bob", "amount": 0.01, "contract": "eosio.token",
                "symbol": "EOS", "precision": 4,
                "dappData": "memo", "desc": "A payment", "orderId": "7", "transferUrl": "https://harbour.example/pay",
            ]
        ),
        (
            transaction,
            [
                "action": "transaction",
                "actions": [
                    ["account": "eosio", "name": "buyram", "info": "RAM", "data": #"{"payer":"alice"}"#],
                    [
                        "account": "eosio.token", "name": "transfer", "info": "",
                        "data": ["from": "alice", "to": "bob", "quantity": "1.0000 EOS", "memo": "m"],
                    ],
                ],
                "desc": "Two calls", "orderId": "8", "contractUrl": "https://harbour.example/call",
            ]
        ),
        (sign, ["action": "sign", "message": "Read \"me\"", "signUrl": "https://harbour.example/sign"]),
    ]

    private func asked(_ configuration: DappConfiguration, _ payload: WalletRequest.Payload, _ form: RequestForm)
        async throws -> Asked
    {
        let fixture = Fixture(configuration)
        let session = fixture.session
        let task = Task {
            switch payload {
            case .login(let login): _ = try await session.authorize(login, chain: .eth, form: form)
            case .transfer(let transfer): _ = try await session.transfer(transfer, chain: .eth, form: form)
            case .transaction(let transaction): _ = try await session.contract(transaction, chain: .eth, form: form)
            case .sign(let sign): _ = try await session.sign(sign, chain: .eth, form: form)
            }
        }
        let asked = try Asked(await fixture.opener.urls(count: 1)[0])
        task.cancel()
        _ = try? await task.value
        return asked
    }

    @Test(
        "four actions in two-way binding and light mode have exactly the specification's members"
    )
    func sdk() async throws {
        for (configuration, name) in [
            (Fixture.configuration, "MYKEY"),
            (DappConfiguration.light(dappName: "Harbour", scheme: "demoscheme", userID: "u-1"), "MYKEYSimple"),
        ] {
            for (payload, members) in Self.payloads {
                let asked = try await asked(configuration, payload, .mykey)
                let action = try #require(members["action"]?.stringValue)
                var expected = members
                expected["protocol"] = .string(name)
                expected["version"] = "1.0"
                expected["appKey"] = .string(configuration.appKey)
                expected["uuID"] = .string(configuration.userID)
                expected["dappName"] = "Harbour"
                expected["dappIcon"] = .string(configuration.dappIcon)
                expected["chain"] = "ETH"
                expected["callback"] = .string(
                    "demoscheme://mykeywallet.mykey.org?action=\(action)&callBackId=\(asked.id)")
                #expect(asked.json == expected)
                #expect(
                    asked.base == "mykey://mykey.org/protocol"
                        && asked.parameters.map(\.name) == ["param", "appKey", "userId"])
                #expect(
                    asked.parameter("appKey") == configuration.appKey
                        && asked.parameter("userId") == configuration.userID)
            }
        }
    }

    @Test("the same requests reach a MYKEY wallet in SimpleWallet's form, with other hosts for request and answer")
    func simpleWalletInMYKEY() async throws {
        for (payload, members) in Self.payloads {
            let asked = try await asked(Fixture.configuration, payload, .simpleWalletInMYKEY)
            let action = try #require(members["action"]?.stringValue)
            #expect(asked.base == "mykey://simplewallet.mykey.org/protocol" && asked["protocol"] == "SimpleWallet")
            #expect(asked["callback"] == "demoscheme://simplewallet.mykey.org?action=\(action)&callBackId=\(asked.id)")
            for key in members.objectValue?.keys ?? [] { #expect(asked.json[key] == members[key], "\(key)") }
        }
    }

    @Test("other SimpleWallet wallets get the short form, without unset members")
    func simpleWallet() async throws {
        for (payload, members) in Self.payloads {
            let asked = try await asked(Fixture.configuration, payload, .simpleWallet)
            #expect(
                asked.base == "simplewallet://eos.io" && asked.parameters.map(\.name) == ["param"]
                    && asked["protocol"] == "SimpleWallet")
            for key in members.objectValue?.keys ?? [] where members[key] != "" && key != "actions" {
                #expect(asked.json[key] == members[key])
            }
            for (key, value) in asked.json.objectValue ?? [:] { #expect(value != "", "\(key)") }
        }
    }

    @Test("every byte outside the unreserved ones is percent-encoded, the space as %20 and the plus as %2B")
    func encoding() async throws {
        let fixture = Fixture()
        let task = Task { [session = fixture.session] in
            try await session.authorize(WalletRequest.Login(loginMemo: "a b+c&d=é%"))
        }
        let url = await fixture.opener.urls(count: 1)[0]
        task.cancel()
        let param = try #require(url.split(separator: "param=").last?.split(separator: "&").first)
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~%".utf8)
        #expect(allowed.isSuperset(of: param.utf8))
        #expect(param.contains("a%20b%2Bc%26d%3D%C3%A9%25"))
    }

    @Test("a request's own user ID takes precedence over the initialisation's")
    func ownUser() async throws {
        let fixture = Fixture()
        let task = Task { [session = fixture.session] in
            try await session.authorize(WalletRequest.Login(), uuID: "once-77")
        }
        let asked = try Asked(await fixture.opener.urls(count: 1)[0])
        #expect(asked["uuID"] == "once-77" && asked.parameter("userId") == "once-77")
        task.cancel()
        _ = try? await task.value
    }

    @Test("two requests for the same thing differ only in their IDs")
    func deterministic() async throws {
        let fixture = Fixture()
        let (first, one) = try await fixture.login()
        let (second, two) = try await fixture.login()
        #expect(fixture.opener.urls[0].replacingOccurrences(of: one.id, with: two.id) == fixture.opener.urls[1])
        first.cancel()
        second.cancel()
        _ = await (first.value, second.value)
    }
}
