import HeraldKeys
import MYKEYWire
import Synchronization
import Testing

@testable import MYKEYServices

@Suite("Outcomes of the answering wallet (MYKEY sheet 5.3)")
struct OutcomeTests {
    @Test("the user declines: nothing is posted, and the dapp gets result 0")
    func declined() async throws {
        let fixture = try WalletFixture(says: .decline)
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        #expect(outcome.steps == [.received, .parsed, .shown, .cancelled])
        let answer = try WalletFixture.answer(outcome)
        #expect(answer.result == .cancelled)
        #expect(answer.payload == nil)
        #expect(answer.callBackId == "00ff")
        #expect(answer.action == "login")
        #expect(fixture.server.bodies.isEmpty)
    }

    @Test("approved without a server: nothing is posted, and the dapp gets result 1 and the payload")
    func withoutServer() async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url(WalletFixture.request(.login(.init()))))
        #expect(outcome.steps == [.received, .parsed, .shown, .approved, .signed, .returned])
        let answer = try WalletFixture.answer(outcome)
        #expect(answer.result == .success)
        #expect(try LoginPayload(payload: try #require(answer.payload)).account == "mykeydoctest")
        #expect(fixture.server.bodies.isEmpty)
        #expect(outcome.shown?.warnings.contains { $0.contains("no server checks") } == true)
    }

    @Test("the server says 0: the dapp gets result 1 and the same signature")
    func accepted() async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        #expect(outcome.steps == [.received, .parsed, .shown, .approved, .signed, .posted, .returned])
        #expect(outcome.isSuccess)
        let body = try LoginCallback(json: try #require(fixture.server.bodies.first))
        let payload = try LoginPayload(payload: try #require(try WalletFixture.answer(outcome).payload))
        #expect(payload.signature == body.sign)
        #expect(payload.timestamp == WalletFixture.now)
        #expect(payload.dappUserId == WalletFixture.uuID)
        #expect(fixture.server.bodies.count == 1)
        #expect(outcome.postedBody == fixture.server.bodies.first)
        #expect(!"\(outcome)".contains("SIG_"))
        var dumped = ""
        dump(outcome, to: &dumped)
        #expect(!dumped.contains("SIG_"))
    }

    @Test("the server says more than 0: the dapp gets result 2, errorCode 2 and the server's text")
    func rejected() async throws {
        let fixture = try WalletFixture(.answered(CallbackReply(code: 1010, message: "unknown uuID")))
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        #expect(outcome.end == .failed)
        #expect(outcome.steps.contains(.posted))
        let failure = try WalletFixture.failure(outcome)
        #expect(failure.errorCode == .failure)
        #expect(failure.errorMsg == "unknown uuID")
    }

    @Test("the server cannot be reached: the dapp gets result 2 and 10005")
    func unreachable() async throws {
        let fixture = try WalletFixture(
            .failed(MYKEYServicesError(.network, field: "dapp.example", reason: "no connection to the server")))
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        #expect(outcome.end == .failed)
        #expect(try WalletFixture.failure(outcome).errorCode == .timeOut)
    }

    @Test("the address is forbidden when it is posted to: 10012, and the dapp learns nothing of the network")
    func forbiddenLate() async throws {
        let fixture = try WalletFixture(
            .refused(MYKEYServicesError(.addressRefused, field: "dapp.example", reason: "its address 10.0.0.7 …")))
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        let failure = try WalletFixture.failure(outcome)
        #expect(failure.errorCode == .illegalParameter)
        #expect(!failure.errorMsg.contains("10.0.0.7"))
        #expect(outcome.message.contains("10.0.0.7"))
    }

    @Test("a frozen key: nothing is posted, 10003")
    func frozen() async throws {
        let fixture = try WalletFixture()
        let account = try #require(fixture.accounts.eos)
        let key = try #require(account.reservedKey)
        let chain = FixedKeySource([account.account: ReservedKey(key.key, isFrozen: true)])
        let outcome = await fixture.wallet(chain: chain).answer(url: try WalletFixture.url())
        #expect(try WalletFixture.failure(outcome).errorCode == .freezed)
        #expect(fixture.server.bodies.isEmpty && fixture.person.saw.isEmpty)
    }

    @Test("a missing account: nothing is posted, 10011")
    func missing() async throws {
        let onlyEOS = try WalletFixture(chains: [.eos])
        let outcome = await onlyEOS.wallet().answer(url: try WalletFixture.url(WalletFixture.request(chain: .eth)))
        #expect(try WalletFixture.failure(outcome).errorCode == .MYKEYAccountNotExist)
        #expect(onlyEOS.server.bodies.isEmpty && onlyEOS.person.saw.isEmpty)
        let gone = await onlyEOS.wallet(chain: FixedKeySource([:])).answer(url: try WalletFixture.url())
        #expect(try WalletFixture.failure(gone).errorCode == .MYKEYAccountNotExist)
    }

    @Test("a key that the chain has replaced: 10014")
    func replaced() async throws {
        let fixture = try WalletFixture()
        let (eos, eth) = (try #require(fixture.accounts.eos), try #require(fixture.accounts.ethereum))
        let chain = FixedKeySource([eos.account: try #require(eth.reservedKey)])
        let outcome = await fixture.wallet(chain: chain).answer(url: try WalletFixture.url())
        #expect(try WalletFixture.failure(outcome).errorCode == .MYKEYAccountUnavailable)
    }

    @Test("a chain that does not answer does not prevent signing, but the user is warned")
    func silentChain() async throws {
        let fixture = try WalletFixture()
        let outcome = await fixture.wallet(chain: SilentChain()).answer(url: try WalletFixture.url())
        #expect(outcome.isSuccess)
        #expect(outcome.shown?.warnings.contains { $0.contains("chain could not be asked") } == true)
    }

    @Test("a user who takes too long must start again: 10005, and nothing is posted")
    func tooLong() async throws {
        let fixture = try WalletFixture()
        fixture.person.whileDeciding.withLock {
            $0 = { [fixture] in fixture.clock.withLock { $0 = $0 + .seconds(241) } }
        }
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url())
        #expect(try WalletFixture.failure(outcome).errorCode == .timeOut)
        #expect(fixture.server.bodies.isEmpty)
    }

    @Test("a request that expires while the user decides: 10012, nothing is posted")
    func endedMeanwhile() async throws {
        let fixture = try WalletFixture()
        fixture.person.whileDeciding.withLock {
            $0 = { [fixture] in fixture.clock.withLock { $0 = $0 + .seconds(61) } }
        }
        let request = WalletFixture.request(expired: WalletFixture.now + .seconds(60))
        let outcome = await fixture.wallet().answer(url: try WalletFixture.url(request))
        #expect(try WalletFixture.failure(outcome).errorCode == .illegalParameter)
        #expect(fixture.server.bodies.isEmpty)
    }

    @Test("without a submitter transfers and contract calls are refused without asking the user")
    func noChain() async throws {
        let fixture = try WalletFixture()
        let transfer = WalletRequest.Payload.transfer(
            .init(to: "bob", amount: try TokenAmount("1.0000"), symbol: "EOS"))
        for payload in [transfer, .transaction(.init(actions: [.init(account: "eosio.token", name: "transfer")]))] {
            let outcome = await fixture.wallet().answer(url: try WalletFixture.url(WalletFixture.request(payload)))
            let failure = try WalletFixture.failure(outcome)
            #expect(failure.errorCode == .failure)
            #expect(failure.errorMsg == SubmissionRefusal.noChainConnection.reason)
        }
        #expect(fixture.person.saw.isEmpty)
    }

    @Test("a submitted transfer is posted and returned with its id")
    func submitted() async throws {
        let fixture = try WalletFixture()
        let payload = WalletRequest.Payload.transfer(
            .init(
                from: "mykeydoctest", to: "bob", amount: try TokenAmount("1.0000"), symbol: "EOS",
                dappData: "m\u{202E}emo", transferUrl: "https://dapp.example/paid"))
        let outcome = await fixture.wallet(submitter: ScriptedSubmitter(result: .success("abc123")))
            .answer(url: try WalletFixture.url(WalletFixture.request(payload)))
        #expect(
            try TransactionPayload(payload: try #require(try WalletFixture.answer(outcome).payload)).txId == "abc123")
        #expect(try TransactionCallback(json: try #require(fixture.server.bodies.first)).transactionID == "abc123")
        let details = try #require(fixture.person.saw.first).details
        #expect(details.contains(.init(label: "to", value: "bob")))
        #expect(details.contains(.init(label: "amount", value: "1.0000")))
        #expect(details.contains(.init(label: "memo", value: "m\\u{202E}emo")))
    }

    @Test(
        "a call for another chain than the account's is refused, and the refusal names the field",
        arguments: [
            (MYKEYChain.eos, MYKEYChain.eth, false), (.any, .eth, false), (.eth, .eos, false), (.eth, .eth, true),
            (.eos, .any, true), (.any, .eos, true),
        ])
    func chainOfCall(asked: MYKEYChain, own: MYKEYChain, isFine: Bool) async throws {
        let fixture = try WalletFixture()
        let payload = WalletRequest.Payload.transaction(
            .init(actions: [.init(account: "shop", name: "open"), .init(account: "shop", name: "pay", chain: own)]))
        let outcome = await fixture.wallet(submitter: ScriptedSubmitter(result: .success("abc123")))
            .answer(url: try WalletFixture.url(WalletFixture.request(payload, chain: asked)))
        #expect(outcome.isSuccess == isFine, "\(outcome)")
        guard !isFine else { return }
        let failure = try WalletFixture.failure(outcome)
        #expect(failure.errorCode == .illegalParameter && failure.errorMsg.hasPrefix("actions[1].chain: "))
        #expect(fixture.person.saw.isEmpty)
    }

    @Test("the user sees a call's chain and ABI, and a warning if a transfer names another sender than the account")
    func shownCall() async throws {
        func shown(_ payload: WalletRequest.Payload, _ chain: MYKEYChain) async throws -> ShownRequest {
            let fixture = try WalletFixture()
            let wallet = fixture.wallet(submitter: ScriptedSubmitter(result: .success("abc123")))
            _ = await wallet.answer(url: try WalletFixture.url(WalletFixture.request(payload, chain: chain)))
            return try #require(fixture.person.saw.first)
        }
        func warns(_ payload: WalletRequest.Payload, _ chain: MYKEYChain = .eos) async throws -> Bool {
            try await shown(payload, chain).warnings.contains { $0.contains("another account") }
        }
        let abi = #"[{"name":"pay"}]"#
        let call = WalletRequest.ActionItem(account: WalletFixture.ethereumAddress, name: "pay", abi: abi, chain: .eth)
        let details = try await shown(.transaction(.init(actions: [call])), .eth).details
        #expect(details.contains(.init(label: "1 chain", value: "ETH")))
        #expect(details.contains(.init(label: "1 abi", value: abi)))

        #expect(try await warns(.transfer(.init(from: "bob", to: "carol"))))
        #expect(try await !warns(.transfer(.init(from: "mykeydoctest", to: "carol"))))
        #expect(try await !warns(.transfer(.init(to: "carol"))))
        let own = WalletFixture.ethereumAddress.lowercased()
        #expect(try await !warns(.transfer(.init(from: own, to: own)), .eth))
        for (from, isOther) in [("bob", true), ("mykeydoctest", false), ("", false)] {
            let data = WalletRequest.ActionData(
                WalletRequest.TokenTransfer(from: from, to: "carol", quantity: "1.0000 EOS"))
            let payment = WalletRequest.ActionItem(account: "eosio.token", name: "transfer", data: data)
            #expect(try await warns(.transaction(.init(actions: [payment]))) == isOther, "\(from)")
        }
    }

    @Test("a transaction on the chain is reported as done even if the server cannot be reached")
    func submittedUnreachable() async throws {
        let fixture = try WalletFixture(
            .failed(MYKEYServicesError(.network, field: "dapp.example", reason: "no connection to the server")))
        let payload = WalletRequest.Payload.transfer(.init(to: "bob", transferUrl: "https://dapp.example/paid"))
        let outcome = await fixture.wallet(submitter: ScriptedSubmitter(result: .success("abc123")))
            .answer(url: try WalletFixture.url(WalletFixture.request(payload)))
        #expect(try WalletFixture.answer(outcome).result == .success)
        #expect(WalletFixture.isWalk(outcome))
    }

    @Test(
        "a submitter's refusal reaches the dapp with its code",
        arguments: [MYKEYResultCode.insufficientBalance, .timeOut, .failure])
    func submissionRefused(code: MYKEYResultCode) async throws {
        let fixture = try WalletFixture()
        let submitter = ScriptedSubmitter(result: .failure(SubmissionRefusal(code, reason: "no")))
        let outcome = await fixture.wallet(submitter: submitter)
            .answer(url: try WalletFixture.url(WalletFixture.request(.transfer(.init(to: "bob")))))
        #expect(try WalletFixture.failure(outcome).errorCode == code)
    }

    @Test("every run of the wallet follows the steps of MYKEY sheet 5.1")
    func walks() async throws {
        #expect(WalletStep.allCases.filter(\.next.isEmpty) == [.returned, .refused, .cancelled, .failed])
        for says in [Approval.accept, .decline, .acceptDanger] {
            for url in [
                try WalletFixture.url(), "mykey://mykey.org/", "nonsense",
                try WalletFixture.url(WalletFixture.request(chain: .any)),
            ] {
                let outcome = await (try WalletFixture(says: says)).wallet().answer(url: url)
                #expect(WalletFixture.isWalk(outcome), "\(outcome.steps)")
            }
        }
    }

    @Test("each of many simultaneous requests gets its own answer")
    func concurrent() async throws {
        let fixture = try WalletFixture()
        let wallet = fixture.wallet()
        let ids = await withTaskGroup(of: String?.self) { group in
            for number in 0..<50 {
                let callback = "demoscheme://mykeywallet.mykey.org?action=login&callBackId=\(number)"
                group.addTask {
                    guard let url = try? WalletFixture.url(WalletFixture.request(callback: callback)) else {
                        return nil
                    }
                    return await wallet.answer(url: url).returnURL.flatMap { try? WalletAnswer(url: $0).callBackId }
                }
            }
            return await group.reduce(into: Set<String>()) { set, id in if let id { set.insert(id) } }
        }
        #expect(ids.count == 50)
    }
}
