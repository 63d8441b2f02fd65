import HeraldJSON
import MYKEYWire
import Testing

/// 10^5 random and mutated texts per parser: none traps, every error has a reason, and what is accepted keeps its promises.
@Suite("Hostile texts")
struct HostileTextTests {
    private func feed<T>(
        _ seeds: [String], seed: UInt64, minimum: Int = 1, _ parse: (String) throws(MYKEYError) -> T,
        then check: (T, String) throws -> Void = { _, _ in }
    ) {
        var mutations = Mutations(seeds, seed: seed)
        var accepted = 0, refused = 0
        for _ in 0..<mutationCount {
            let text = mutations.next()
            do throws(MYKEYError) {
                let value = try parse(text)
                accepted += 1
                do { try check(value, text) } catch { Issue.record("\(error) for \(text.debugDescription)") }
            } catch {
                refused += 1
                if error.reason.isEmpty || error.field.isEmpty {
                    Issue.record("an error without field or reason for \(text.debugDescription)")
                }
            }
        }
        #expect(accepted >= minimum && refused > 0, "\(accepted) accepted, \(refused) refused")
    }

    private func require(_ condition: Bool, _ text: String) {
        if !condition { Issue.record("broken promise for \(text.debugDescription)") }
    }

    @Test("accepted wallet URLs can be written again")
    func walletURLs() throws {
        var seeds = [WalletURL.opening, WalletURL.opening(dapp: "https://d.example/?a=b")]
        for payload in try Samples.payloads() {
            let request = WalletRequest(
                protocol: .simple, uuID: "u", callback: "demo://h?callBackId=1", chain: .any, payload: payload)
            for form in [WalletURL.Form.sdkRequest, .simpleWalletSDK, .simpleWallet, .scannedJSON] {
                seeds.append(try WalletURL.make(request, form: form, style: .android))
            }
        }
        feed(seeds, seed: 21, { (text) throws(MYKEYError) in try WalletURL(text) }) { url, text in
            _ = AnswerRoute(text)
            guard let request = url.request else { return }
            require(
                try WalletURL(
                    WalletURL.make(request, appKey: url.appKey, userId: url.userId, form: url.form, style: .android)
                ).request == request, text)
            require(AnswerRoute(text) == AnswerRoute(request), text)
        }
    }

    @Test("accepted request JSON is written and read back")
    func requests() throws {
        let seeds = try Samples.requests().flatMap {
            [Samples.text($0.json(style: .iOS)), Samples.text($0.json(style: .android))]
        }
        feed(seeds, seed: 22, { (text) throws(MYKEYError) in try WalletRequest(json: Array(text.utf8)) }) {
            request, text in
            for style in [WalletRequest.Style.iOS, .android] {
                require(
                    try WalletRequest(json: request.json(style: style)).json(style: style)
                        == request.json(style: style), text)
            }
            require(try WalletRequest(json: request.json(style: .android)) == request, text)
        }
    }

    @Test("accepted answer URLs can be written again")
    func answers() throws {
        let payload = try LoginPayload(try Samples.login().signed("SIG_K1_x")).payload
        let answer = WalletAnswer(action: "login", callBackId: "0f1e2d3c", result: .success, payload: payload)
        let seeds = [
            try answer.url(callback: Samples.callback),
            "demo://mykeywallet.mykey.org?action=sign&callBackId=1&result=1&payload={\"sign\":\"s\"}",
            "demo://simplewallet.mykey.org?result=0",
        ]
        feed(seeds, seed: 23, { (text) throws(MYKEYError) in try WalletAnswer(url: text) }) { answer, text in
            let again = try WalletAnswer(url: answer.url(callback: "demo://h"))
            require(
                again.action == answer.action && again.callBackId == answer.callBackId
                    && again.payload == answer.payload, text)
        }
    }

    @Test("accepted callback bodies are written and read back")
    func bodies() throws {
        let account = try AccountText("bob")
        let seeds =
            try MYKEYProtocol.allCases.map {
                Samples.text(
                    try Samples.login($0).signed("SIG_K1_x", siwx: TaggedLogin(message: "m", signature: "s")).json())
            } + [
                Samples.text(SignCallback(protocol: .mykey, message: "m", sign: "s", account: account).json()),
                Samples.text(TransactionCallback(protocol: .simple, transactionID: "ab", account: account).json()),
            ]
        feed(seeds, seed: 24, { (text) throws(MYKEYError) in try CallbackBody(json: Array(text.utf8)) }) { body, text in
            let again = try CallbackBody(json: body.json())
            require(again.json() == body.json(), text)
            if case .login(let login) = body, case .login(let second) = again {
                require(login.unsigned.utf8.elementsEqual(second.unsigned.utf8), text)
            }
        }
    }

    @Test("a reply counts as success only if it says so")
    func replies() throws {
        var mutations = Mutations(
            [#"{"code":0,"message":"ok"}"#, #"{"code":"0","error":"none"}"#, #"{"code":1015,"message":"signature"}"#],
            seed: 25)
        var successes = 0
        for _ in 0..<mutationCount {
            let text = mutations.next()
            let reply = CallbackReply(body: Array(text.utf8))
            if reply.isSuccess {
                successes += 1
                let code = try JSONValue(parsing: text)["code"]
                require(code == 0 || code == "0", text)
            } else {
                require(reply.code > 0, text)
            }
        }
        #expect(successes > 0 && successes < mutationCount)
    }

    @Test("accepted sign-in messages are written as they were read")
    func signIns() throws {
        let seeds = [
            try Samples.signIn().text, try Samples.signIn(.eosMainNet).text, try Samples.signIn(statement: nil).text,
        ]
        feed(seeds, seed: 26, { (text) throws(MYKEYError) in try SignInMessage(text: text) }) { message, text in
            require(message.text.utf8.elementsEqual(text.utf8), text)
        }
    }

    @Test("times, amounts, percent texts, links, accounts and payloads are read or refused")
    func small() throws {
        feed(
            ["2025-03-16T17:29:26Z", "2025-03-16T17:29:26.123+05:30"], seed: 27,
            { (text) throws(MYKEYError) in try SignInTime(text) }
        ) { time, text in
            require(time.text.utf8.elementsEqual(text.utf8) && (0..<1_000_000_000).contains(time.nanoseconds), text)
        }
        feed(
            ["0.0001", "1.0E-4", "123456789.123456789"], seed: 28,
            { (text) throws(MYKEYError) in try TokenAmount(text) }
        ) { amount, text in
            require(try TokenAmount(amount.text) == amount && JSONValue(parsing: amount.text).kind == .number, text)
        }
        feed(
            ["%7B%22a%22%3A1%7D", "a+b%2Bc"], seed: 29,
            { (text) throws(MYKEYError) in try PercentText.formDecode(text) }
        ) { decoded, text in
            require(try PercentText.decode(PercentText.encode(decoded)).utf8.elementsEqual(decoded.utf8), text)
        }
        feed(
            ["https://login.example.org:8443/a?b=c#d", "http://[::1]:80/", "demo://h?x"], seed: 30,
            { (text) throws(MYKEYError) in try LinkParts(text) }
        ) { link, text in
            require(!link.scheme.isEmpty && link.host?.isEmpty != true && (0...65535).contains(link.port ?? 0), text)
        }
        feed([Samples.address, "mykeydoctest"], seed: 31, { (text) throws(MYKEYError) in try AccountText(text) })
        let payload = try LoginPayload(try Samples.login(.mykey).signed("s"), mykeyUID: "E8", accountType: 2).payload
        feed([payload], seed: 32, { (text) throws(MYKEYError) in try LoginPayload(payload: text) }) { login, text in
            require(try LoginPayload(payload: login.payload) == login, text)
        }
        feed(
            [FailurePayload(.freezed, errorMsg: "x").payload], seed: 33,
            { (text) throws(MYKEYError) in try FailurePayload(payload: text) }
        ) { failure, text in
            require(try FailurePayload(payload: failure.payload) == failure, text)
        }
    }

    @Test("messages to be signed are examined without a trap")
    func messages() throws {
        var mutations = Mutations(
            ["a:b:00ff:1", "1606900362bob\(Samples.uuid)mykey", "0x1900ab", "hello", try Samples.signIn().text],
            seed: 34)
        var dangerous = 0
        for _ in 0..<mutationCount where !DangerousMessage.reasons(mutations.next()).isEmpty { dangerous += 1 }
        #expect(dangerous > 0 && dangerous < mutationCount)
    }
}
