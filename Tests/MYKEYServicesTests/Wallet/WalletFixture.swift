import HeraldKeys
import MYKEYWire
import Synchronization
import TestSupport
import Testing

@testable import MYKEYServices

/// A wallet of the tests, with a server that answers as told and a person who says what is told.
final class WalletFixture: Sendable {
    static let now = UnixTime(seconds: 1_800_000_000)
    static let ethereumAddress = "0x3bB9E1783D5F60927eD6c3d0c32BfAD055A1b72f"
    static let uuID = "e9467118-9321-4916-8153-4a5a9087e51e"

    let server: ScriptedServer
    let person: ScriptedPerson
    let accounts: WalletAccounts
    let clock = Mutex(WalletFixture.now)

    init(
        _ delivery: CallbackDelivery = .answered(CallbackReply(code: 0, message: "")), says: Approval...,
        chains: Set<MYKEYChain> = [.eos, .eth]
    ) throws {
        server = ScriptedServer(delivery)
        person = ScriptedPerson(says.isEmpty ? [.accept] : says)
        var random = SeededGenerator(seed: 5)
        let eos = try WalletAccount(
            eos: EOSName("mykeydoctest"), key: EOSPrivateKey(Secp256k1PrivateKey(using: &random)),
            mykeyUID: "E87E3CC788C44BB8544003AF6CEB62E8", accountType: 1)
        let eth = try WalletAccount(
            ethereum: EthereumAddress(Self.ethereumAddress), key: Secp256k1PrivateKey(using: &random))
        accounts = try WalletAccounts([eos, eth].filter { chains.contains($0.chain) })
    }

    func wallet(
        policy: WalletPolicy = WalletPolicy(), bindings: any BindingTable = MemoryBindingTable(),
        chain: (any ReservedKeySource)? = nil,
        submitter: (any TransactionSubmitter)? = nil
    ) -> AnsweringWallet {
        AnsweringWallet(
            accounts: accounts, transport: server, policy: policy, bindings: bindings, chain: chain,
            submitter: submitter,
            now: { [self] in clock.withLock { $0 } }, approve: { [person] in person.decide($0) })
    }

    static let callback = "demoscheme://mykeywallet.mykey.org?action=login&callBackId=00ff"

    static func request(
        _ payload: WalletRequest.Payload = .login(
            .init(loginUrl: "https://dapp.example/login", loginMemo: "hello", userName: "ann")),
        protocol: MYKEYProtocol = .simple, appKey: String? = "key", uuID: String? = uuID, callback: String? = callback,
        chain: MYKEYChain? = .eos,
        expired: UnixTime? = nil, name: String? = "Demo"
    ) -> WalletRequest {
        WalletRequest(
            protocol: `protocol`, appKey: appKey, uuID: uuID, dappName: name, callback: callback, chain: chain,
            expired: expired, payload: payload)
    }

    static func url(_ request: WalletRequest = request(), form: WalletURL.Form = .sdkRequest) throws -> String {
        try WalletURL.make(request, form: form)
    }

    /// Returns the dapp's reading of the wallet's return URL.
    static func answer(_ outcome: WalletOutcome) throws -> WalletAnswer {
        try WalletAnswer(url: try #require(outcome.returnURL))
    }

    static func failure(_ outcome: WalletOutcome) throws -> FailurePayload {
        let answer = try answer(outcome)
        #expect(answer.result == .failure)
        return try FailurePayload(payload: try #require(answer.payload))
    }

    static func isWalk(_ outcome: WalletOutcome) -> Bool {
        outcome.steps.first == .received
            && zip(outcome.steps, outcome.steps.dropFirst()).allSatisfy { $0.next.contains($1) }
    }
}

/// A dapp's server that takes what is posted and answers as told.
final class ScriptedServer: CallbackTransport {
    private let delivery: Mutex<CallbackDelivery>
    private let posts = Mutex<[(server: ServerAddress, body: [UInt8])]>([])
    private let blocked = Mutex<String?>(nil)

    init(_ delivery: CallbackDelivery) { self.delivery = Mutex(delivery) }

    var bodies: [[UInt8]] { posts.withLock { $0.map(\.body) } }
    func block(_ host: String) { blocked.withLock { $0 = host } }

    func refusal(of server: ServerAddress) async -> MYKEYServicesError? {
        guard blocked.withLock({ $0 == server.host }) else { return nil }
        return MYKEYServicesError(
            .addressRefused, field: server.displayHost, reason: "its address 10.0.0.7 is not a public one (private)")
    }

    func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery {
        posts.withLock { $0.append((server, body)) }
        return delivery.withLock { $0 }
    }
}

/// A person who looks at what is shown and gives the next answer, the last one again and again.
final class ScriptedPerson: Sendable {
    private let answers: Mutex<[Approval]>
    private let seen = Mutex<[ShownRequest]>([])
    let whileDeciding = Mutex<(@Sendable () -> Void)?>(nil)

    init(_ answers: [Approval]) { self.answers = Mutex(answers) }

    var saw: [ShownRequest] { seen.withLock { $0 } }

    func decide(_ shown: ShownRequest) -> Approval {
        seen.withLock { $0.append(shown) }
        whileDeciding.withLock { $0 }?()
        return answers.withLock { answers in answers.count > 1 ? answers.removeFirst() : answers.first ?? .decline }
    }
}

/// A chain that a submitter would submit to.
struct ScriptedSubmitter: TransactionSubmitter {
    let result: Result<String, SubmissionRefusal>

    func submit(_ request: WalletRequest, from account: LoginAccount) async throws(SubmissionRefusal) -> String {
        try result.get()
    }
}

/// A node that cannot be reached.
struct SilentChain: ReservedKeySource {
    func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
        throw MYKEYServicesError(.nodeUnavailable, field: "node", reason: "no answer")
    }
}
