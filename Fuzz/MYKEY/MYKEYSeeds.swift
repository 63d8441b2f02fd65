import Foundation
import HeraldKeys
import MYKEYWire

/// Texts of each parser to begin with, made by the module itself.
enum MYKEYSeeds {
    static func write(to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (parser, texts) in try seeds() {
            for (number, text) in texts.enumerated() {
                try Data("\(parser)\n\(text)".utf8).write(to: folder.appendingPathComponent("\(parser)-\(number)"))
            }
        }
    }

    private static func seeds() throws -> [String: [String]] {
        let account = try AccountText("mykeydoctest")
        let login = try LoginStatement(
            protocol: .mykey, dappKey: "9mDxSbyR", uuID: "e9467118-9321-4916-8153-4a5a9087e51e",
            timestamp: UnixTime(seconds: 1_606_900_362), account: account)
        let tagged = try SignInMessage.tagged(login, serverURL: "https://d.example/login", chain: .eosMainNet)
        let ethereum = try LoginStatement(
            protocol: .simple, uuID: login.uuID, timestamp: login.timestamp,
            account: AccountText("0x9AEf984a5E0c91f3cE71EEd77a7a51B9a29FF340"))
        let body = login.signed("SIG_K1_x", siwx: TaggedLogin(message: tagged.text, signature: "SIG_K1_y"))
        let full = try SignInMessage(
            scheme: "https", domain: "d.example:80", account: ethereum.account, statement: "Sign in.",
            uri: "https://d.example/?a=%20#b",
            chain: .ethereumMainNet, nonce: "b10f7e13", issuedAt: SignInTime("2025-03-16T17:29:26Z"),
            expirationTime: SignInTime("2025-03-16T17:29:26.5+01:00"),
            notBefore: SignInTime("2025-03-16T17:29:26Z"), requestID: "r", resources: ["ipfs://a", "urn:b"])
        return [
            "url": try urls(),
            "answer": [
                try WalletAnswer(
                    action: "login", callBackId: "0f1e", result: .success,
                    payload: LoginPayload(body, accountType: 1).payload
                ).url(callback: "demo://mykeywallet.mykey.org?x=1"),
                try WalletAnswer(
                    action: "sign", callBackId: "1", result: .failure,
                    payload: FailurePayload(.freezed, errorMsg: "é").payload
                ).url(callback: "demo://h"),
                "demo://h?action=sign&callBackId=1&result=1&payload={\"sign\":\"s\"}", "demo://h?result=0",
            ],
            "callback": [
                text(body.json()), text(ethereum.signed("0x00").json()),
                text(SignCallback(protocol: .simple, message: "m", sign: "s", account: account).json()),
                text(TransactionCallback(protocol: .simpleWallet, transactionID: "ab", account: account).json()),
            ],
            "reply": [#"{"code":0,"message":"ok"}"#, #"{"code":"12","error":"e"}"#],
            "siwe": [tagged.text, full.text],
            "message": [
                "a:b:00ff:1", login.unsigned, ethereum.unsigned, "0x1900", "hello", "1900",
                DangerousMessage.chainIDs.sorted().first ?? "",
            ],
        ]
    }

    private static func urls() throws -> [String] {
        let payloads: [WalletRequest.Payload] = [
            .login(WalletRequest.Login(loginUrl: "https://d.example/login", loginMemo: "m", userName: "u")),
            .transfer(
                WalletRequest.Transfer(
                    from: "a", to: "b", amount: try TokenAmount("1.5e-3"), contract: "c", symbol: "EOS", precision: 4)),
            .transaction(
                WalletRequest.Transaction(actions: [
                    WalletRequest.ActionItem(
                        account: "c", name: "d",
                        data: WalletRequest.ActionData(
                            WalletRequest.TokenTransfer(from: "a", to: "b", quantity: "1 EOS"))),
                    WalletRequest.ActionItem(data: WalletRequest.ActionData(text: "{}"), binary: "0x", chain: .eth),
                ])),
            .sign(WalletRequest.Sign(message: "m", signUrl: "https://d.example/sign")),
        ]
        var urls = [WalletURL.opening, WalletURL.opening(dapp: "https://d.example/?a=b")]
        for payload in payloads {
            let request = WalletRequest(
                protocol: .simpleWallet, appKey: "k", uuID: "u", callback: "demo://h?callBackId=1", chain: .any,
                expired: UnixTime(seconds: 17), payload: payload)
            for form in [WalletURL.Form.sdkRequest, .simpleWalletSDK, .simpleWallet, .scannedJSON] {
                urls.append(try WalletURL.make(request, form: form, style: .android))
            }
            urls.append("simplewallet://eos.io?param=" + Base64.encode(request.json(), alphabet: .url))
        }
        return urls
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
