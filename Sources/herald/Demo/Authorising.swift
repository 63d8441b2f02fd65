import Foundation
import HeraldKeys
import MYKEYServices
import MYKEYStubChain
import MYKEYWalletLib
import MYKEYWire
import Synchronization

/// The programs that take part in logins with a MYKEY wallet. The wallet and the dapp's back end run in processes of their own. The
/// simulated chains run in this process.
final class Authorising: Sendable {
    /// The address of the Ethereum account in the demonstration. It comes from the project's own tests. MYKEY's Ethereum accounts have the
    /// addresses of contracts.
    private static let ethereumAddress = "0x3bB9E1783D5F60927eD6c3d0c32BfAD055A1b72f"
    private static let passphrase = "of a demonstration"

    let accounts: WalletAccounts
    let node: StubChainNode
    let server: ServerProcess
    let wallet: ServerProcess
    let person: DemoPerson
    let loginServer: LoginServerClient
    let dapp: DappSession

    /// Creates the keys, and starts all of these programs.
    init(folder: URL) async throws {
        let accounts = try WalletAccounts([
            WalletAccount(eos: EOSName("alice111.eos"), key: EOSPrivateKey(Secp256k1PrivateKey()), accountType: 1),
            WalletAccount(ethereum: EthereumAddress(Self.ethereumAddress), key: Secp256k1PrivateKey(), accountType: 1),
        ])
        let file = folder.appendingPathComponent("mykey.json").path
        try WalletKeyFile(accounts, purpose: .test).write(
            path: file, passphrase: Passphrase(Self.passphrase), cost: .testing)
        let chain = StubChain()
        for account in accounts.all { chain.set(account.account, account.reservedKey) }
        let node = try await StubChainNode.start(chain)
        let nodes = ["--eos-node", node.url, "--eth-node", node.url]
        let server = try await ServerProcess.start(
            [
                "mykey", "server", "--port", "0", "--cache", "0", "--quiet", "--require-tag", "--return", "harbour",
                "--json",
            ] + nodes)
        let person = try DemoPerson()
        wallet = try await ServerProcess.start(
            ["mykey", "wallet", "--port", "0", "--keys", file, "--test-keys", "--allow-loopback", "--json"],
            environment: ["HERALD_PASSPHRASE": Self.passphrase], person: person)
        loginServer = try LoginServerClient(server: server.url)
        dapp = DappSession(
            .light(dappName: "Harbour", scheme: "harbour"), opener: try LoopbackHTTPOpener(wallet: wallet.url))
        (self.accounts, self.node, self.server, self.person) = (accounts, node, server, person)
    }

    /// Returns the body of a login that the wallet signed for a back end, as an attacker could have recorded it.
    func kept(uuID: String, server: String) async throws -> [UInt8] {
        let thief = KeepingTransport()
        let wallet = AnsweringWallet(accounts: accounts, transport: thief, approve: { _ in .accept })
        let dapp = DappSession(
            .light(dappName: "Mallory", scheme: "harbour"),
            opener: InProcessOpener { await wallet.answer(url: $0).returnURL })
        _ = try? await dapp.authorize(WalletRequest.Login(loginUrl: server), chain: .eos, uuID: uuID)
        guard let body = thief.body else { throw DemoError("the wallet posted nothing") }
        return body
    }

    func cleanUp() async {
        _ = await wallet.end(signal: SIGKILL)
        _ = await server.end(signal: SIGKILL)
        await node.stop()
    }
}

/// A transport that stores the body instead of posting it.
private final class KeepingTransport: CallbackTransport {
    private let kept = Mutex<[UInt8]?>(nil)
    var body: [UInt8]? { kept.withLock { $0 } }

    func refusal(of server: ServerAddress) async -> MYKEYServicesError? { nil }

    func post(_ body: [UInt8], to server: ServerAddress) async -> CallbackDelivery {
        kept.withLock { $0 = body }
        return .failed(MYKEYServicesError(.network, field: server.displayHost, reason: "it was stored"))
    }
}
