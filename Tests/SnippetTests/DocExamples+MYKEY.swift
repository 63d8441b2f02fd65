import HeraldKeys
import MYKEYServices
import MYKEYWalletLib
import MYKEYWire

/// The examples of MYKEY's modules.
extension DocExamples {
    static func loginAccount() throws -> String {
        let account = try LoginAccount("mykeydoctest")
        let stored = account.caip10()   // antelope:aca376f206b8fc25a6ed44dbdc66547c:mykeydoctest
        return stored
    }

    static func callbackRules() -> CallbackRules {
        let rules = CallbackRules(
            tagged: .required(domain: "harbour.example"), returning: .bound(to: ["demoscheme"], allowsTyping: false))
        return rules
    }

    static func callbackLimits() throws -> CallbackLimits {
        var limits = CallbackLimits()
        limits.lookupsPerAddress = 20
        limits = try limits.validated()
        return limits
    }

    static func walletAnswer() throws -> WalletAnswer {
        let callback = WalletAnswer.callback(scheme: "demoscheme", action: .login, callBackId: "7")
        let opened = try WalletAnswer(action: "login", callBackId: "7", result: .cancelled).url(callback: callback)
        let answer = try WalletAnswer(url: opened)   // in the dapp, when the wallet has opened this URL
        return answer
    }

    static func loginStatement(_ key: EOSPrivateKey) throws -> LoginCallback {
        let login = try LoginStatement(
            protocol: .simple, uuID: "5d41402abc4b2a76", timestamp: UnixTime(seconds: 1_606_900_362),
            account: AccountText("mykeydoctest"))
        let callback = login.signed(try key.sign(login.unsigned).text)
        return callback
    }

    static func loginCallback(_ body: [UInt8]) throws {
        let login = try LoginCallback(json: body)   // the body that the wallet posted, not verified yet
        print(login.account, login.uuID, login.unsigned)
    }

    static func tokenAmount() throws -> TokenAmount {
        let amount = try TokenAmount("1.0E-4")
        print(amount)   // 0.00010
        return amount
    }

    static func accountText() throws -> AccountText {
        let account = try AccountText("mykeydoctest")
        print(account.chain.rawValue)   // EOS
        return account
    }

    static func loginPayload(_ answer: WalletAnswer) throws {
        if answer.result == .success, let payload = answer.payload {
            print(try LoginPayload(payload: payload).account)   // a hint; the dapp's server knows who is logged in
        }
    }

    static func mykeyError(_ session: DappSession, _ login: WalletRequest.Login, _ loginID: String) async {
        do {
            print(try await session.authorize(login, uuID: loginID).account)
        } catch {
            print(error.isCancelled ? "The user declined" : error.reason)
        }
    }

    static func signInFailure(_ service: SignInService, _ text: String, _ signature: String, _ session: LoginSession) async {
        do {
            print(try await service.signIn(text, signature: signature, session: session).caip10)
        } catch {
            print(error.check == .upstream ? "Try again later" : "Not signed in", error.reason)
        }
    }

    static func nodeAddress() throws -> ChainNodeAddress {
        let address = try ChainNodeAddress("https://eos.example/key/5d41402abc4b2a76/")
        print(address, address.isSecure)   // eos.example true
        return address
    }

    static func eosNode() async throws -> EOSTableKeySource {
        let node = EOSNode(try ChainNodeAddress("https://eos.example"))
        print(try await node.chainID())
        let keys = try EOSTableKeySource(node: node)
        return keys
    }

    static func cachingKeys(_ ours: EOSNode, _ other: EOSNode) throws -> CachingKeySource {
        let both = try AgreeingKeySource([EOSTableKeySource(node: ours), EOSTableKeySource(node: other)])
        let keys = CachingKeySource(both, lifetime: .seconds(10))
        return keys
    }

    static func keyFile(_ typed: String) throws -> [UInt8] {
        let account = try WalletAccount(eos: EOSName("mykeydoctest"), key: EOSPrivateKey(Secp256k1PrivateKey()))
        let file = WalletKeyFile(try WalletAccounts([account]))
        let bytes = try file.sealed(passphrase: Passphrase(typed))
        return bytes
    }
}
