import Hummingbird
import MYKEYHummingbird
import MYKEYServices
import MYKEYWalletLib
import MYKEYWire

/// The samples of the article on a dapp's back end, word for word; ``MYKEYServerArticleTests`` compares and runs them.
enum MYKEYServerSamples {
    static func mount(on router: Router<BasicRequestContext>, nodes: (String, String), domain: String, file: String) throws -> CallbackService {
        let one = try EOSTableKeySource(node: EOSNode(ChainNodeAddress(nodes.0)))
        let other = try EOSTableKeySource(node: EOSNode(ChainNodeAddress(nodes.1)))
        let keys = CachingKeySource(try AgreeingKeySource([one, other]))
        let rules = CallbackRules(tagged: .required(domain: domain), returning: .bound(to: ["harbour"]))
        let service = CallbackService(rules: rules, keys: keys, store: try SQLiteReplayStore(path: file))
        router.mykeyCallback("/mykey/login", service).mykeyStatus("/mykey/status", service)
        return service
    }

    static func begin(_ service: CallbackService) async throws -> PendingLogin {
        let login = try await service.beginLogin()
        return login
    }

    static func ask(_ dapp: DappSession, callbackURL: String, login: PendingLogin) async throws -> LoginPayload {
        let hint = try await dapp.authorize(WalletRequest.Login(loginUrl: callbackURL), chain: .eos, uuID: login.uuID)
        return hint
    }

    static func result(_ service: CallbackService, login: PendingLogin, code: ReturnCode?) async throws -> String {
        switch try await service.status(of: login.session, code: code) {
        case .accepted(let who): return "\(who.caip10) is in"
        case .pending(let until): return "waiting until \(until)"
        case .unknown: return "begin anew"
        }
    }

    static func pay(_ service: CallbackService, who: AcceptedLogin) async throws -> String {
        guard try await service.stands(who) else { return "log in again" }
        return "paid"
    }
}
