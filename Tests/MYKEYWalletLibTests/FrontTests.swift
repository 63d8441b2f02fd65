import Dispatch
import Foundation
import HeraldJSON
import MYKEYWalletLib
import Testing

/// The closure forms of ``MYKEYWallet``.
@Suite("Closures")
struct FrontTests {
    private let queue = DispatchQueue(label: "callbacks")
    private static let key = DispatchSpecificKey<Bool>()

    private func front(opener: any URLOpening = RecordingOpener(), scheme: String = "demoscheme") -> MYKEYWallet {
        let wallet = MYKEYWallet(opener: opener)
        wallet.callbackQueue = queue
        let initData = InitRequest()
        initData.appKey = "k42"
        initData.uuidText = "u-1"
        initData.dappName = "Harbour"
        initData.scheme = scheme
        wallet.initWallet(initData: initData)
        return wallet
    }

    @Test("the success closure gets the payload unchanged, and no other closure is called")
    func success() async throws {
        let opener = RecordingOpener()
        let (wallet, told) = (front(opener: opener), Outcomes())
        let request = AuthorizeRequest()
        request.userName = "uchihamadara"
        request.info = "Test information"
        request.callbackUrl = "https://dappserver.xxx.url"
        wallet.authorize(authorizeRequest: request, response: told.response)
        let asked = try Asked(await opener.urls(count: 1)[0])
        #expect(
            asked["dappUserName"] == "uchihamadara" && asked["loginMemo"] == "Test information"
                && asked["chain"] == "EOS")
        #expect(asked["loginUrl"] == "https://dappserver.xxx.url")
        let url = try #require(URL(string: asked.answer(result: "1", payload: Fixture.loginPayload)))
        #expect(wallet.handleAnswer(url: url).isDelivered)
        wallet.handleUrl(url: url)
        #expect(try await told.next() == .success(Fixture.loginPayload))
        #expect(await told.all(after: queue).count == 1)
    }

    @Test("success and failure without a payload get an empty text")
    func emptyPayloads() async throws {
        let opener = RecordingOpener()
        let (wallet, told) = (front(opener: opener), Outcomes())
        for (number, result) in ["1", "2"].enumerated() {
            let request = SignRequest()
            request.message = "hello"
            wallet.sign(signRequest: request, response: told.response)
            let asked = try Asked(await opener.urls(count: number + 1)[number])
            wallet.handleUrl(url: try #require(URL(string: asked.answer(result: result))))
            #expect(try await told.next() == (result == "1" ? .success("") : .failure("")))
        }
    }

    @Test("the failure closure gets the wallet's payload unchanged")
    func failure() async throws {
        let opener = RecordingOpener()
        let (wallet, told) = (front(opener: opener), Outcomes())
        wallet.authorize(authorizeRequest: AuthorizeRequest(), response: told.response)
        let asked = try Asked(await opener.urls(count: 1)[0])
        let payload = #"{ "errorCode": 10003, "errorMsg": "frozen", "more": 1 }"#
        wallet.handleUrl(url: try #require(URL(string: asked.answer(result: "2", payload: payload))))
        #expect(try await told.next() == .failure(payload))
    }

    @Test("cancelled is called if the user declines")
    func cancelled() async throws {
        let opener = RecordingOpener()
        let (wallet, told) = (front(opener: opener), Outcomes())
        wallet.authorize(authorizeRequest: AuthorizeRequest(), response: told.response)
        let asked = try Asked(await opener.urls(count: 1)[0])
        wallet.handleUrl(url: try #require(URL(string: asked.answer(result: "0"))))
        #expect(try await told.next() == .cancelled)
    }

    @Test("an error of the library itself is {\"errorCode\":…,\"errorMsg\":\"…\"} with its number")
    func ownFailures() async throws {
        func code(_ wallet: MYKEYWallet, _ ask: (MYKEYWallet, MYKEYResponse) -> Void) async throws -> Int64? {
            let told = Outcomes()
            ask(wallet, told.response)
            guard case .failure(let text) = try await told.next() else { return nil }
            let value = try JSONValue(parsing: text)
            #expect(
                value.objectValue?.keys == ["errorCode", "errorMsg"] && value["errorMsg"]?.stringValue?.isEmpty == false
            )
            return value["errorCode"]?.intValue
        }
        let login: (MYKEYWallet, MYKEYResponse) -> Void = {
            $0.authorize(authorizeRequest: AuthorizeRequest(), response: $1)
        }
        #expect(try await code(front(scheme: ""), login) == 10004)
        #expect(try await code(front(opener: NoOpener()), login) == 10002)
        #expect(try await code(front(opener: RecordingOpener(opens: false)), login) == 10001)
        let wallet = front()
        #expect(try await code(wallet) { $0.contract(contractRequest: ContractRequest(), response: $1) } == 10012)
        let timed = front()
        timed.requestTimeout = .zero
        #expect(try await code(timed, login) == 10005)
    }

    @Test("before the first initialisation a request fails with 10004")
    func uninitialized() async throws {
        let (wallet, told) = (MYKEYWallet(opener: RecordingOpener()), Outcomes())
        wallet.callbackQueue = queue
        wallet.authorize(authorizeRequest: AuthorizeRequest(), response: told.response)
        guard case .failure(let text) = try await told.next() else {
            Issue.record("a failure was expected")
            return
        }
        #expect(text.contains("10004"))
    }

    @Test("closures run on the app's queue, and never before the call has returned")
    func onQueue() async throws {
        queue.setSpecific(key: Self.key, value: true)
        let wallet = front(scheme: "")
        let told = Outcomes()
        let response = MYKEYResponse(
            success: nil, failure: { _ in told.note(.success("\(DispatchQueue.getSpecific(key: Self.key) ?? false)")) },
            cancelled: nil)
        queue.sync {
            wallet.authorize(authorizeRequest: AuthorizeRequest(), response: response)
            told.note(.cancelled)
        }
        #expect(try await told.next() == .cancelled)
        #expect(try await told.next() == .success("true"))
    }

    @Test("omitted closures are not called")
    func leftOut() async throws {
        let opener = RecordingOpener()
        let wallet = front(opener: opener)
        for (number, result) in ["0", "1", "2"].enumerated() {
            wallet.authorize(
                authorizeRequest: AuthorizeRequest(),
                response: MYKEYResponse(success: nil, failure: nil, cancelled: nil))
            let asked = try Asked(await opener.urls(count: number + 1)[number])
            #expect(wallet.handleAnswer(url: try #require(URL(string: asked.answer(result: result)))).isDelivered)
        }
        #expect(await Outcomes().all(after: queue).isEmpty)
    }

    @Test("an app that initialises again while the wallet is open still gets its answer")
    func initialisedAgain() async throws {
        let opener = RecordingOpener()
        let (wallet, told) = (front(opener: opener), Outcomes())
        wallet.authorize(authorizeRequest: AuthorizeRequest(), response: told.response)
        let asked = try Asked(await opener.urls(count: 1)[0])
        let simple = InitSimpleRequest()
        simple.scheme = "demoscheme"
        wallet.initWalletSimple(initSimpleData: simple)
        wallet.handleUrl(url: try #require(URL(string: asked.answer(result: "0"))))
        #expect(try await told.next() == .cancelled)
    }

    @Test("MYKEYWallet's session withdraws requests, and its async forms share the pending requests")
    func session() async throws {
        let (wallet, told) = (front(), Outcomes())
        wallet.authorize(authorizeRequest: AuthorizeRequest(), response: told.response)
        #expect(wallet.session.pendingCount == 1)
        wallet.session.cancelAll()
        #expect(try await told.next() == .cancelled)
        #expect(wallet.session.pendingCount == 0)
    }

    @Test("calls to MYKEY's own servers fail, on the app's queue")
    @available(*, deprecated)
    func tokens() async throws {
        let (wallet, told) = (front(), Outcomes())
        let handler = MYKEYApiResponse(success: { told.note(.success($0)) }, failure: { told.note(.failure($0)) })
        wallet.getBalance(chain: "EOS", code: "eosio.token", symbol: "EOS", completionHandler: handler)
        wallet.getUnlockList(chain: "EOS", code: "eosio.token", symbol: "EOS", completionHandler: handler)
        wallet.getBoundInfo(completionHandler: handler)
        for outcome in await told.all(after: queue) {
            guard case .failure(let text) = outcome else {
                Issue.record("a failure was expected")
                continue
            }
            #expect(text.hasPrefix("{\"errorCode\":2,"))
        }
        #expect(told.all.count == 3)
    }
}
