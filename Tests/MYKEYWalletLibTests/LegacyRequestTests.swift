import Dispatch
import Foundation
import HeraldJSON
import MYKEYWalletLib
import Testing

/// From the request types of users' code to the wire (MYKEY sheet 2.3, 3.3).
@Suite("Request types")
struct LegacyRequestTests {
    private let opener = RecordingOpener()
    private let wallet: MYKEYWallet
    private let queue = DispatchQueue(label: "callbacks")

    init() {
        wallet = MYKEYWallet(opener: opener)
        wallet.callbackQueue = queue
        let initData = InitRequest()
        initData.appKey = "k42"
        initData.uuidText = "u-1"
        initData.dappName = "Harbour"
        initData.scheme = "demoscheme"
        wallet.initWallet(initData: initData)
    }

    private func asked() async throws -> Asked { try Asked(await opener.urls(count: 1)[0]) }

    /// The text of the failure that a request ends with, and that nothing was opened.
    private func refusal(_ ask: (MYKEYResponse) -> Void) async throws -> String {
        let told = Outcomes()
        ask(told.response)
        guard case .failure(let text) = try await told.next() else { return "" }
        #expect(opener.urls.isEmpty && text.hasPrefix("{\"errorCode\":10012,"))
        return text
    }

    @Test("a transfer is sent with the wire's names")
    func transfer() async throws {
        let request = TransferRequest()
        request.to = "bob"
        request.amount = 0.0201
        request.contractName = "eosio.token"
        request.symbol = "EOS"
        request.decimal = 4
        request.memo = "thanks"
        request.info = "A payment"
        request.orderId = "7"
        request.callbackUrl = "https://harbour.example/pay?order=7"
        wallet.transfer(transferRequest: request, response: Outcomes().response)
        let asked = try await asked()
        #expect(
            asked["to"] == "bob" && asked.json["amount"] == 0.0201 && asked["contract"] == "eosio.token"
                && asked["symbol"] == "EOS")
        #expect(
            asked.json["precision"] == 4 && asked["dappData"] == "thanks" && asked["desc"] == "A payment"
                && asked["orderId"] == "7")
        #expect(
            asked["transferUrl"] == "https://harbour.example/pay?order=7" && asked["from"] == ""
                && asked["action"] == "transfer")
    }

    @Test("an amount in text is sent digit by digit")
    func amountText() async throws {
        let request = TransferRequest()
        request.amount = 1
        request.amountText = "90071992547409931.0100"
        wallet.transfer(transferRequest: request, response: Outcomes().response)
        let url = await opener.urls(count: 1)[0]
        #expect(url.removingPercentEncoding?.contains("\"amount\":90071992547409931.0100,") == true)
    }

    @Test("small amounts are written without an exponent, unlike in Java")
    func smallAmount() async throws {
        let request = TransferRequest()
        request.amount = 0.00001
        wallet.transfer(transferRequest: request, response: Outcomes().response)
        #expect(await opener.urls(count: 1)[0].removingPercentEncoding?.contains("\"amount\":0.00001,") == true)
    }

    @Test("amounts that a Double has distorted, and impossible ones, are refused before the wallet is opened")
    func badAmounts() async throws {
        for (amount, text, decimal) in [
            (0.1 + 0.2, "", 4), (-1, "", 4), (.nan, "", 0), (.infinity, "", 0), (0, "1,5", 0), (0, "-1", 0),
            (0, "1.00001", 4),
        ] {
            let request = TransferRequest()
            (request.amount, request.amountText, request.decimal) = (amount, text, decimal)
            #expect(try await refusal { wallet.transfer(transferRequest: request, response: $0) }.contains("amount"))
        }
        let request = TransferRequest()
        request.decimal = -1
        #expect(try await refusal { wallet.transfer(transferRequest: request, response: $0) }.contains("decimal"))
    }

    @Test("contract data that is text is sent as text, and other data as it is")
    func contractData() async throws {
        let (text, members, list) = (ContractAction(), ContractAction(), ContractAction())
        text.data = #"{"payer":"alice"}"#
        members.data =
            ["payer": "alice", "n": 1, "half": 0.5, "yes": true, "none": NSNull(), "list": [1, "a"]] as [String: Any]
        list.data = JSONValue.array([1, 2])
        for action in [text, members, list] { (action.account, action.name) = ("eosio", "buyram") }
        let transfer = TransferAction()
        transfer.account = "eosio.token"
        (transfer.data.to, transfer.data.quantity) = ("bob", "1.0000 EOS")
        let request = ContractRequest()
        request.info = "Four calls"
        request.orderId = "8"
        request.actions = [text, members, list, transfer]
        wallet.contract(contractRequest: request, response: Outcomes().response)
        let asked = try await asked()
        let actions = try #require(asked.json["actions"]?.arrayValue)
        #expect(
            asked["desc"] == "Four calls" && asked["orderId"] == "8" && asked["action"] == "transaction"
                && actions.count == 4)
        #expect(actions[0]["data"] == #"{"payer":"alice"}"#)
        #expect(
            actions[1]["data"] == ["payer": "alice", "n": 1, "half": 0.5, "yes": true, "none": nil, "list": [1, "a"]])
        #expect(actions[2]["data"] == [1, 2])
        #expect(
            actions[3]["data"] == ["from": "", "to": "bob", "quantity": "1.0000 EOS", "memo": ""]
                && actions[3]["name"] == "transfer")
    }

    @Test("a value without a JSON form is refused with its path")
    func contractDataWithoutForm() async throws {
        let (fine, bad) = (ContractAction(), ContractAction())
        for data: Any in [Date(), ["a": ["b": Date()]], Double.nan, [Double.infinity]] {
            bad.data = data
            let request = ContractRequest()
            request.actions = [fine, bad]
            #expect(
                try await refusal { wallet.contract(contractRequest: request, response: $0) }.contains(
                    "actions[1].data"))
        }
    }

    @Test("an Ethereum call has its own members")
    func ethereumCall() async throws {
        let call = ContractAction()
        (call.account, call.abi, call.binary, call.amount, call.symbol, call.chain) = (
            "0x00", "[]", "0xa9059cbb", "0.1", "ETH", "ETH"
        )
        let request = ContractRequest()
        request.chain = "ETH"
        request.actions = [call]
        wallet.contract(contractRequest: request, response: Outcomes().response)
        let action = try #require(try await asked().json["actions"]?.arrayValue?.first)
        #expect(
            action["abi"] == "[]" && action["binary"] == "0xa9059cbb" && action["quantity"] == "0.1 ETH"
                && action["chain"] == "ETH")
    }

    @Test("info is not sent with a text to sign")
    func sign() async throws {
        let request = SignRequest()
        (request.message, request.info, request.callbackUrl, request.chain) = (
            "hello", "never seen", "https://harbour.example/sign", "ANY"
        )
        wallet.sign(signRequest: request, response: Outcomes().response)
        let asked = try await asked()
        #expect(
            asked["message"] == "hello" && asked["signUrl"] == "https://harbour.example/sign" && asked["chain"] == "ANY"
        )
        #expect(!opener.urls[0].contains("never"))
    }

    @Test("an unknown chain is refused, and an empty one leaves the choice to the wallet")
    func chains() async throws {
        let request = AuthorizeRequest()
        request.chain = "BTC"
        #expect(try await refusal { wallet.authorize(authorizeRequest: request, response: $0) }.contains("chain"))
        request.chain = ""
        request.uuID = "once-77"
        wallet.authorize(authorizeRequest: request, response: Outcomes().response)
        let asked = try await asked()
        #expect(asked["chain"] == "" && asked["uuID"] == "once-77")
    }

    @Test("four kinds of request are sent with SimpleWallet's words")
    func simpleWallet() async throws {
        let login = AuthorizeProtocolRequest()
        (login.dappName, login.dappIcon, login.uuID) = ("Swap", "https://swap.example/i.png", "123456")
        (login.dappUserName, login.loginUrl, login.loginMemo) = ("user", "https://swap.example/login", "memo")
        let transfer = TransferProtocolRequest()
        (transfer.to, transfer.amount, transfer.contract, transfer.symbol, transfer.precision) = (
            "bob", 0.0201, "eosio.token", "EOS", 4
        )
        (transfer.dappData, transfer.desc, transfer.transferUrl) = ("k=v", "comment", "https://swap.example/pay")
        let contract = ContractProtocolRequest()
        (contract.desc, contract.contractUrl) = ("REX", "https://swap.example/call")
        contract.actions = [TransferAction()]
        let sign = SignProtocolRequest()
        (sign.message, sign.signUrl) = ("hello", "https://swap.example/sign")
        let requests: [BaseProtocolRequest] = [login, transfer, contract, sign]
        for request in requests {
            wallet.redirectToMYKEYWithSimpleWallet(baseRequest: request, response: Outcomes().response)
        }
        let asked = try await opener.urls(count: 4).map(Asked.init)
        for asked in asked {
            #expect(
                asked.base == "mykey://simplewallet.mykey.org/protocol" && asked["protocol"] == "SimpleWallet"
                    && asked["version"] == "1.0")
        }
        func one(_ action: String) throws -> Asked { try #require(asked.first { $0["action"] == action }) }
        let sentLogin = try one("login")
        #expect(
            sentLogin["dappName"] == "Swap" && sentLogin["dappIcon"] == "https://swap.example/i.png"
                && sentLogin["uuID"] == "123456")
        #expect(
            sentLogin["dappUserName"] == "user" && sentLogin["loginUrl"] == "https://swap.example/login"
                && sentLogin["loginMemo"] == "memo")
        let sentTransfer = try one("transfer")
        #expect(
            sentTransfer["dappName"] == "Harbour" && sentTransfer.json["amount"] == 0.0201
                && sentTransfer["dappData"] == "k=v")
        #expect(try one("transaction")["desc"] == "REX" && one("sign")["message"] == "hello")
    }

    @Test("a SimpleWallet request of another version, or for another action than its type's, is refused")
    func simpleWalletRefused() async throws {
        let request = SignProtocolRequest()
        request.message = "hello"
        request.version = "2.0"
        #expect(
            try await refusal { wallet.redirectToMYKEYWithSimpleWallet(baseRequest: request, response: $0) }.contains(
                "version"))
        request.version = "1.0"
        request.action = "login"
        #expect(
            try await refusal { wallet.redirectToMYKEYWithSimpleWallet(baseRequest: request, response: $0) }.contains(
                "action"))
    }

    @Test(
        "a SimpleWallet request with another protocol than the one that is sent is refused", arguments: ["MYKEY", ""])
    func otherProtocol(name: String) async throws {
        let request = SignProtocolRequest()
        request.message = "hello"
        request.protocol = name
        #expect(
            try await refusal { wallet.redirectToMYKEYWithSimpleWallet(baseRequest: request, response: $0) }.contains(
                "protocol"))
        #expect(request.dictionary().isEmpty)
    }

    @Test("initialising with an unknown protocol is refused")
    func unknownProtocol() async throws {
        let initData = InitRequest()
        (initData.scheme, initData.uuidText, initData.protocol) = ("demoscheme", "u-1", "MYKEY2")
        wallet.initWallet(initData: initData)
        #expect(
            try await refusal { wallet.authorize(authorizeRequest: AuthorizeRequest(), response: $0) }.contains(
                "protocol"))
    }
}
