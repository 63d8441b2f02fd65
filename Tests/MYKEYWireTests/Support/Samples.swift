import HeraldJSON
import HeraldKeys
import MYKEYWire

/// Requests and bodies that other tests begin with.
enum Samples {
    static let address = "0x9AEf984a5E0c91f3cE71EEd77a7a51B9a29FF340"
    static let uuid = "e9467118-9321-4916-8153-4a5a9087e51e"
    static let callback = "demoscheme://mykeywallet.mykey.org?action=login&callBackId=0f1e2d3c"

    static func common(_ speaks: MYKEYProtocol, _ payload: WalletRequest.Payload) -> WalletRequest {
        WalletRequest(
            protocol: speaks, appKey: "9mDxSbyR", uuID: uuid, dappName: "Démo + 100%",
            dappIcon: "https://dapp.example/icon.png",
            callback: callback, chain: .eos, payload: payload)
    }

    static func payloads() throws -> [WalletRequest.Payload] {
        [
            .login(
                WalletRequest.Login(
                    loginUrl: "https://dapp.example/login?x=1&y=2", loginMemo: "hello \"you\"", userName: "bob")),
            .transfer(
                WalletRequest.Transfer(
                    from: "alice", to: "bob", amount: try TokenAmount("0.0001"), contract: "eosio.token", symbol: "EOS",
                    precision: 4,
                    dappData: "k1=v1&k2=v2", desc: "a coffee", orderId: "17", transferUrl: "https://dapp.example/pay")),
            .transaction(
                WalletRequest.Transaction(
                    actions: [
                        WalletRequest.ActionItem(
                            account: "eosio.token", name: "transfer", info: "pay",
                            data: WalletRequest.ActionData(
                                WalletRequest.TokenTransfer(from: "alice", to: "bob", quantity: "1.0000 EOS", memo: "m")
                            )),
                        WalletRequest.ActionItem(
                            account: "game", name: "play",
                            data: WalletRequest.ActionData(text: #"{"level":18446744073709551615}"#)),
                    ],
                    desc: "play", orderId: "18", contractUrl: "https://dapp.example/call")),
            .sign(WalletRequest.Sign(message: "Grüße\nan alle", signUrl: "https://dapp.example/sign")),
        ]
    }

    /// Four actions in each of three protocols.
    static func requests() throws -> [WalletRequest] {
        try MYKEYProtocol.allCases.flatMap { speaks in try payloads().map { common(speaks, $0) } }
    }

    static func login(_ speaks: MYKEYProtocol = .simple, account: String = "mykeydoctest") throws -> LoginStatement {
        try LoginStatement(
            protocol: speaks, dappKey: "9mDxSbyR", uuID: uuid, timestamp: UnixTime(seconds: 1_606_900_362),
            account: AccountText(account))
    }

    static func signIn(_ chain: SignInChain = .ethereumMainNet, statement: String? = "Sign in to the sample dapp.")
        throws -> SignInMessage
    {
        let account = chain == .ethereumMainNet ? address : "mykeydoctest"
        return try SignInMessage(
            scheme: "https", domain: "login.example.org:8443", account: try AccountText(account), statement: statement,
            uri: "https://login.example.org/session?x=%20", chain: chain, nonce: "b10f7e13e38518ac",
            issuedAt: try SignInTime("2025-03-16T17:29:26Z"),
            expirationTime: try SignInTime("2025-03-16T18:39:26.5+01:00"),
            notBefore: try SignInTime("2025-03-16T17:28:26Z"), requestID: "req-38d2be",
            resources: [
                "https://example.com/a.json", "ipfs://bafybeiemxf5abjwjbikoz4mc3a3dla6ual3jsgpdr4cjr3oz3evfyavhwq/",
            ])
    }

    static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// The code of the error that a body throws; `nil` when it throws none.
func refusal<T>(_ body: () throws(MYKEYError) -> T) -> MYKEYError.Code? {
    do {
        _ = try body()
        return nil
    } catch {
        return error.code
    }
}
