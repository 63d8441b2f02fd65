import Foundation
import HeraldJSON
import HeraldKeys
import MYKEYLocalServers
import MYKEYServices
import MYKEYStubChain
import MYKEYWalletLib
import MYKEYWire
import Synchronization
import Testing

/// Everything around a login on one machine: a stub of both chains, a dapp's back end behind its HTTP route, a wallet that posts over
/// HTTP, and dapps that open it in the same process.
final class FlowWorld: Sendable {
    static let ethereumAddress = "0x3bB9E1783D5F60927eD6c3d0c32BfAD055A1b72f"
    static let dappKey = "harbour-1"

    let chain: StubChain
    let node: StubChainNode
    let loginServer: LoginServer
    let accounts: WalletAccounts
    let logins: LoginTally

    private init(
        chain: StubChain, node: StubChainNode, loginServer: LoginServer, accounts: WalletAccounts, logins: LoginTally
    ) {
        self.chain = chain
        self.node = node
        self.loginServer = loginServer
        self.accounts = accounts
        self.logins = logins
    }

    /// Runs `body` in a world that is taken down afterwards.
    /// - Parameters:
    ///   - store: where the back end keeps its state. Defaults to memory.
    ///   - requiresTag: true to refuse logins without a text that names the server.
    ///   - returning: the rule that ties a login to the session that began it.
    static func run(
        store: (any ReplayStore)? = nil, requiresTag: Bool = true, returning: ReturnRule = .bound(to: ["harbour"]),
        _ body: (FlowWorld) async throws -> Void
    ) async throws {
        let eosKey = Secp256k1PrivateKey()
        let accounts = try WalletAccounts([
            WalletAccount(eos: EOSName("mykeydoctest"), key: EOSPrivateKey(eosKey), accountType: 1),
            WalletAccount(ethereum: EthereumAddress(ethereumAddress), key: Secp256k1PrivateKey(), accountType: 1),
        ])
        let chain = StubChain()
        for account in accounts.all { chain.set(account.account, account.reservedKey) }
        let node = try await StubChainNode.start(chain)
        let logins = LoginTally()
        let store = try store ?? SQLiteReplayStore.inMemory()
        let loginServer: LoginServer
        do {
            loginServer = try await startLoginServer(
                node: node, store: store, requiresTag: requiresTag, returning: returning, logins: logins)
        } catch {
            await node.stop()
            throw error
        }
        let world = FlowWorld(chain: chain, node: node, loginServer: loginServer, accounts: accounts, logins: logins)
        do {
            try await body(world)
        } catch {
            await loginServer.stop()
            await node.stop()
            throw error
        }
        await loginServer.stop()
        await node.stop()
    }

    /// So that a busy machine fails no look-up, and still less than the wallet waits for the back end.
    private static let patient = HTTPChainTransport(timeout: .seconds(12))

    static func startLoginServer(
        node: StubChainNode, store: any ReplayStore, requiresTag: Bool, returning: ReturnRule = .bound(to: ["harbour"]),
        logins: LoginTally
    ) async throws -> LoginServer {
        let address = try ChainNodeAddress(node.url)
        let eos = try EOSTableKeySource(node: EOSNode(address, transport: Self.patient))
        let ethereum = try EthereumKeySource(node: EthereumNode(address, transport: Self.patient))
        // No memory: what the chain says counts at once.
        let keys = CachingKeySource(ChainKeySources(eos: eos, ethereum: ethereum), lifetime: .zero)
        return try await LoginServer.start { domain in
            CallbackService(
                rules: CallbackRules(
                    dappKeys: [dappKey], tagged: requiresTag ? .required(domain: domain) : .checked(domain: domain),
                    returning: returning),
                keys: keys, store: store,
                contracts: ContractSignatures(node: EthereumNode(address, transport: Self.patient)),
                onLogin: { logins.add($0) })
        }
    }

    /// A wallet with both accounts that posts over HTTP to this machine.
    func wallet(
        knowsChain: Bool = false, transport: (any CallbackTransport)? = nil, policy: WalletPolicy = WalletPolicy(),
        says: Approval = .accept
    ) throws -> AnsweringWallet {
        var source: (any ReservedKeySource)?
        if knowsChain {
            let address = try ChainNodeAddress(node.url)
            source = ChainKeySources(
                eos: try EOSTableKeySource(node: EOSNode(address, transport: Self.patient)),
                ethereum: try EthereumKeySource(node: EthereumNode(address, transport: Self.patient)))
        }
        return AnsweringWallet(
            accounts: accounts, transport: transport ?? HTTPCallbackTransport(rules: .loopbackToo, sleep: { _ in }),
            policy: policy,
            chain: source, approve: { _ in says })
    }

    /// A dapp in light mode, or bound, that opens the wallet in the same process.
    static func dapp(
        _ wallet: AnsweringWallet, bound user: String? = nil, scheme: String = "harbour", outcomes: OutcomeLog? = nil
    ) -> DappSession {
        let opener = InProcessOpener { url in
            let outcome = await wallet.answer(url: url)
            outcomes?.add(outcome)
            return outcome.returnURL
        }
        let configuration: DappConfiguration =
            user.map { .binding(appKey: dappKey, userID: $0, dappName: "Harbour", scheme: scheme) }
            ?? .light(dappName: "Harbour", scheme: scheme)
        return DappSession(configuration, opener: opener)
    }

    /// Posts a body to the callback as a stranger could.
    func post(_ body: [UInt8]) async throws -> CallbackReply {
        let transport = HTTPCallbackTransport(rules: .loopbackToo, sleep: { _ in })
        let delivery = await transport.post(body, to: try ServerAddress(loginServer.callbackURL))
        guard case .answered(let reply) = delivery else { throw NotAnswered(delivery: delivery) }
        return reply
    }

    /// A login for a pending uuID that the wallet has signed and that never got to the server.
    func interceptedBody(uuID: String, chain: MYKEYChain = .eos, bound user: String? = nil) async throws -> [UInt8] {
        let thief = InterceptingTransport()
        let dapp = Self.dapp(try wallet(transport: thief), bound: user)
        _ = try? await dapp.authorize(WalletRequest.Login(loginUrl: loginServer.callbackURL), chain: chain, uuID: uuID)
        return try #require(thief.bodies.first)
    }
}

/// The back end did not answer a post.
struct NotAnswered: Error { let delivery: CallbackDelivery }

/// Counts the logins that a back end was told of.
final class LoginTally: Sendable {
    private let list = Mutex<[AcceptedLogin]>([])
    func add(_ login: AcceptedLogin) { list.withLock { $0.append(login) } }
    var all: [AcceptedLogin] { list.withLock { $0 } }
}

/// Keeps what wallets said of their requests.
final class OutcomeLog: Sendable {
    private let list = Mutex<[WalletOutcome]>([])
    func add(_ outcome: WalletOutcome) { list.withLock { $0.append(outcome) } }
    var all: [WalletOutcome] { list.withLock { $0 } }
}

/// Keeps what should have been posted.
final class InterceptingTransport: CallbackTransport {
    private let list = Mutex<[[UInt8]]>([])
    var bodies: [[UInt8]] { list.withLock { $0 } }
    func refusal(of server: ServerAddress) async -> MYKEYServicesError? { nil }
    func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery {
        list.withLock { $0.append(body) }
        return .failed(MYKEYServicesError(.network, field: server.displayHost, reason: "intercepted"))
    }
}

/// A body with some members changed.
func changed(_ body: [UInt8], _ change: (inout JSONValue) throws -> Void) throws -> [UInt8] {
    var value = try JSONValue(parsing: body)
    try change(&value)
    return value.serialized()
}
