import Foundation
import MYKEYWalletLib
import Testing

/// Every name, type and default of MYKEY sheet 2.1 to 2.6, by code that uses them. What has another type does not compile.
@Suite("The public interface")
struct SurfaceTests {
    @Test("the singleton is one object, with the members of the specification")
    func wallet() {
        let shared: MYKEYWallet = MYKEYWallet.shared
        #expect(shared === MYKEYWallet.shared && (shared as NSObject) === shared)
        let _: (InitRequest) -> Void = shared.initWallet(initData:)
        let _: (InitSimpleRequest) -> Void = shared.initWalletSimple(initSimpleData:)
        let _: (URL) -> Void = shared.handleUrl(url:)
        let _: (AuthorizeRequest, MYKEYResponse) -> Void = shared.authorize(authorizeRequest:response:)
        let _: (TransferRequest, MYKEYResponse) -> Void = shared.transfer(transferRequest:response:)
        let _: (ContractRequest, MYKEYResponse) -> Void = shared.contract(contractRequest:response:)
        let _: (SignRequest, MYKEYResponse) -> Void = shared.sign(signRequest:response:)
        let _: (BaseProtocolRequest, MYKEYResponse) -> Void = shared.redirectToMYKEYWithSimpleWallet(
            baseRequest:response:)
        let wallet = MYKEYWallet(opener: NoOpener())
        let texts: Set<String> = [
            wallet.appKey, wallet.scheme, wallet.uuid, wallet.dappName, wallet.dappIcon, wallet.mykeyServer,
        ]
        #expect(texts == [""] && wallet.protocol == "MYKEY")
        let flags: [Bool] = [wallet.disableInstall, wallet.contractPromptFree]
        #expect(flags == [false, false])
    }

    @Test("the values of an initialisation can be read back")
    func readBack() throws {
        let wallet = MYKEYWallet(opener: NoOpener())
        let initData = InitRequest()
        initData.appKey = "k42"
        initData.UUID = UUID(uuidString: "e9467118-9321-4916-8153-4a5a9087e51e")
        initData.dappName = "Harbour"
        initData.dappIcon = "https://harbour.example/icon.png"
        initData.scheme = "demoscheme"
        initData.disableInstall = true
        initData.mykeyServer = "https://api.example"
        initData.contractPromptFree = true
        wallet.initWallet(initData: initData)
        #expect(
            wallet.appKey == "k42" && wallet.uuid == "E9467118-9321-4916-8153-4A5A9087E51E"
                && wallet.dappName == "Harbour")
        #expect(
            wallet.dappIcon == "https://harbour.example/icon.png" && wallet.scheme == "demoscheme"
                && wallet.protocol == "MYKEY")
        #expect(wallet.disableInstall && wallet.mykeyServer == "https://api.example" && wallet.contractPromptFree)

        let simple = InitSimpleRequest()
        simple.dappName = "Harbour"
        simple.scheme = "other"
        wallet.initWalletSimple(initSimpleData: simple)
        #expect(
            wallet.protocol == "MYKEYSimple" && wallet.scheme == "other"
                && wallet.appKey == LightIdentity.appKey(dappName: "Harbour"))
        #expect(UUID(uuidString: wallet.uuid) != nil && !wallet.disableInstall && !wallet.contractPromptFree)
    }

    @Test("init types begin with the specification's defaults")
    func initTypes() {
        let initData = InitRequest()
        #expect(
            initData.appKey == "" && initData.UUID == nil && initData.dappName == "" && initData.dappIcon == ""
                && initData.scheme == "")
        #expect(!initData.disableInstall && !initData.contractPromptFree && initData.protocol == "MYKEY")
        let simple = InitSimpleRequest()
        #expect(
            simple.dappName == "" && simple.dappIcon == "" && simple.scheme == "" && !simple.disableInstall
                && !simple.contractPromptFree)
        #expect(simple.protocol == "MYKEYSimple")
    }

    @Test("request types begin empty and for EOS, and know their action")
    func requestTypes() {
        let requests: [(BaseRequest, String)] = [
            (AuthorizeRequest(), "login"), (TransferRequest(), "transfer"), (ContractRequest(), "transaction"),
            (SignRequest(), "sign"),
        ]
        for (request, action) in requests {
            #expect(
                request.callbackUrl == "" && request.info == "" && request.chain == "EOS" && request.action == action)
        }
        let authorize = AuthorizeRequest()
        #expect(authorize.userName == "")
        let transfer = TransferRequest()
        let texts: Set<String> = [
            transfer.from, transfer.to, transfer.contractName, transfer.memo, transfer.orderId, transfer.symbol,
        ]
        #expect(texts == [""])
        let (amount, decimal): (Double, Int) = (transfer.amount, transfer.decimal)
        #expect(amount == 0 && decimal == 0)
        let contract = ContractRequest()
        let actions: [BaseAction] = contract.actions
        #expect(contract.orderId == "" && actions.isEmpty)
        #expect(SignRequest().message == "")
        let action = TransferAction()
        let data: TransferData = action.data
        #expect(action.name == "transfer" && action.account == "" && action.info == "")
        let arguments: Set<String> = [data.from, data.to, data.quantity, data.memo]
        #expect(arguments == [""])
        let call = ContractAction()
        #expect(call.name == "" && call.data as? String == "")
    }

    @Test("constants have the specification's values")
    func constants() {
        #expect(
            WalletActionConstants.LOGIN.rawValue == "login" && WalletActionConstants.TRANSFER.rawValue == "transfer")
        #expect(
            WalletActionConstants.TRANSACTION.rawValue == "transaction" && WalletActionConstants.SIGN.rawValue == "sign"
        )
        #expect(
            ConfigConstants.SIMPLE_WALLET_PROTOCOL.rawValue == "SimpleWallet"
                && ConfigConstants.MYKEY_WALLET_VERSION.rawValue == "1.0")
    }

    @Test(
        "error codes have the specification's numbers",
        arguments: [
            (ErrorCode.cancel, 0), (.success, 1), (.failure, 2), (.cannotWakeUp, 10001), (.notInstall, 10002),
            (.freezed, 10003),
            (.uninitialized, 10004), (.timeOut, 10005), (.duplicateBound, 10006), (.unbound, 10007),
            (.dappBounded, 10008),
            (.MYKEYBounded, 10009), (.boundInfoMismatch, 10010), (.MYKEYAccountNotExist, 10011),
            (.illegalParameter, 10012),
            (.insufficientBalance, 10013), (.MYKEYAccountUnavailable, 10014),
        ])
    func errorCodes(code: ErrorCode, number: Int) {
        #expect(code.rawValue == number && ErrorCode.allCases.count == 17)
    }

    @Test("responses store their closures, which can be set and left out")
    func responses() {
        let response = MYKEYResponse(success: nil, failure: nil, cancelled: nil)
        #expect(response.onSuccess == nil && response.onFailure == nil && response.onCancel == nil)
        var told: [String] = []
        response.onSuccess = { told.append($0) }
        response.onFailure = { told.append($0) }
        response.onCancel = { told.append("c") }
        response.onSuccess?("s")
        response.onFailure?("f")
        response.onCancel?()
        #expect(told == ["s", "f", "c"])
        let api = MYKEYApiResponse(success: { _ in }, failure: nil)
        #expect(api.onSuccess != nil && api.onFailure == nil)
        let taken = MYKEYWalletResp(action: "sign", payload: #"{"sign":"x","n":1,"b":true,"a":[null]}"#, code: 1)
        #expect(
            taken.action == "sign" && taken.code == 1 && taken.data["sign"] as? String == "x"
                && taken.data["n"] as? Int == 1)
        #expect(MYKEYWalletResp(action: "sign", payload: "no JSON", code: 2).data.isEmpty)
    }

    @Test("dictionary() has the request's members under their wire names")
    func dictionaries() {
        let authorize = AuthorizeRequest()
        authorize.userName = "uchihamadara"
        authorize.callbackUrl = "https://harbour.example/login"
        let members: [String: Any] = authorize.dictionary()
        #expect(Set(members.keys) == ["action", "chain", "loginUrl", "loginMemo", "dappUserName", "requestPubKey"])
        #expect(
            members["dappUserName"] as? String == "uchihamadara"
                && members["loginUrl"] as? String == "https://harbour.example/login")
        #expect(members["action"] as? String == "login" && members["chain"] as? String == "EOS")
        let call = ContractAction()
        call.account = "eosio"
        call.data = ["payer": "alice"]
        let action: [String: Any] = call.dictionary()
        #expect(
            action["account"] as? String == "eosio"
                && (action["data"] as? [String: Any])?["payer"] as? String == "alice")
        call.data = Date()
        #expect(call.dictionary().isEmpty)
        let data = TransferData()
        data.quantity = "1.0000 EOS"
        #expect(data.dictionary() as? [String: String] == ["from": "", "to": "", "quantity": "1.0000 EOS", "memo": ""])
        #expect(SignProtocolRequest().dictionary()["action"] as? String == "sign")
    }
}
