import HeraldJSON
import HeraldKeys
import MYKEYServices
import MYKEYStubChain
import MYKEYWire
import Testing

@Suite("Keys from nodes of the chains")
struct ChainNodeTests {
    private let cast: LoginCast

    init() throws { cast = try LoginCast() }

    /// Two nodes on loopback with chains of their own.
    private func withNodes(_ body: (StubChainNode, StubChainNode) async throws -> Void) async throws {
        let first = try await StubChainNode.start()
        let second = try await StubChainNode.start()
        do {
            try await body(first, second)
        } catch {
            await first.stop()
            await second.stop()
            throw error
        }
        await first.stop()
        await second.stop()
    }

    /// So that a busy machine fails no look-up and makes it ask no question twice.
    private static let patient = HTTPChainTransport(timeout: .seconds(120))

    private func eosSource(
        _ node: StubChainNode, requiresDelegation: Bool = true, chainID: String? = ChainIdentities.mainNets.eos
    ) throws -> EOSTableKeySource {
        try EOSTableKeySource(
            node: EOSNode(ChainNodeAddress(node.url), transport: Self.patient), requiresDelegation: requiresDelegation,
            chainID: chainID)
    }

    private func ethereumSource(_ node: StubChainNode, chainID: UInt64? = 1) throws -> EthereumKeySource {
        try EthereumKeySource(
            node: EthereumNode(ChainNodeAddress(node.url + "/"), transport: Self.patient), chainID: chainID)
    }

    private var eosKey: EOSPublicKey {
        get throws { try #require(cast.eosKey.publicKey) }
    }

    private var address: EthereumAddress {
        get throws {
            guard case .ethereum(let address) = cast.ethereum else {
                throw MYKEYServicesError(.value, field: "account", reason: "is not on Ethereum")
            }
            return address
        }
    }

    @Test("the reserved key of an EOS account is read from the manager's table")
    func eos() async throws {
        try await withNodes { node, _ in
            let source = try eosSource(node)
            #expect(try await source.reservedKey(of: cast.eos) == nil)
            #expect(
                node.chain.questions == ["get_info", "get_table_rows"], "who has no row is not asked about further")
            node.chain.setEOS("mykeydoctest", key: try eosKey)
            #expect(try await source.reservedKey(of: cast.eos) == cast.eosReserved)
            node.chain.set(cast.eos, ReservedKey(.eos(try eosKey), isFrozen: true))
            #expect(try await source.reservedKey(of: cast.eos)?.isFrozen == true)
            node.chain.set(cast.eos, nil)
            #expect(try await source.reservedKey(of: cast.eos) == nil)
            #expect(try await source.reservedKey(of: cast.ethereum) == nil)
        }
    }

    @Test("an account that has left the manager has no key in strict mode, although its old row exists")
    func migrated() async throws {
        try await withNodes { node, _ in
            let key: JSONValue = ["pubkey": .string(try eosKey.text), "status": 0, "nonce": 1]
            node.chain.setEOS("mykeydoctest", rows: [["index": 3, "key": key]], activeActor: "somebodyelse")
            #expect(try await eosSource(node).reservedKey(of: cast.eos) == nil)
            #expect(try await eosSource(node, requiresDelegation: false).reservedKey(of: cast.eos) == cast.eosReserved)
        }
    }

    @Test("the reserved key of an Ethereum account is read from the storage contract")
    func ethereum() async throws {
        try await withNodes { node, _ in
            let source = try ethereumSource(node)
            #expect(try await source.reservedKey(of: cast.ethereum) == nil)
            node.chain.setEthereum(try address, key: cast.ethereumKey.publicKey.ethereumAddress)
            #expect(try await source.reservedKey(of: cast.ethereum) == cast.ethereumReserved)
            node.chain.setEthereum(try address, key: cast.ethereumKey.publicKey.ethereumAddress, isFrozen: true)
            #expect(try await source.reservedKey(of: cast.ethereum)?.isFrozen == true)
            #expect(node.chain.questions.filter { $0 == "eth_chainId" }.count == 1, "the chain is asked for once")
            #expect(try await source.reservedKey(of: cast.eos) == nil)
        }
    }

    @Test("the account's contract confirms its own signature and reverts for others")
    func erc1271() async throws {
        try await withNodes { node, _ in
            let contracts = ContractSignatures(
                node: EthereumNode(try ChainNodeAddress(node.url), transport: Self.patient))
            node.chain.setEthereum(try address, key: cast.ethereumKey.publicKey.ethereumAddress)
            let signature = try RecoverableSignature(text: cast.signature(over: "text", cast.ethereum), rules: .strict)
            #expect(try await contracts.confirms(signature, over: "text", by: address))
            #expect(try await !contracts.confirms(signature, over: "another text", by: address))
            let nobody = Secp256k1PrivateKey().publicKey.ethereumAddress
            #expect(try await !contracts.confirms(signature, over: "text", by: nobody), "no code there")
            node.chain.setEthereum(try address, key: cast.ethereumKey.publicKey.ethereumAddress, isFrozen: true)
            #expect(try await !contracts.confirms(signature, over: "text", by: address))
        }
    }

    @Test(
        "a node with a fault is an error, and never means no key",
        arguments: [StubChain.Trouble.serverError, .notJSON, .redirect, .otherForm])
    func trouble(_ trouble: StubChain.Trouble) async throws {
        try await withNodes { node, _ in
            node.chain.setTrouble(trouble)
            for source in [try eosSource(node, chainID: nil), try ethereumSource(node, chainID: nil)]
                as [any ReservedKeySource]
            {
                await #expect(throws: MYKEYServicesError.self) {
                    try await source.reservedKey(of: source is EOSTableKeySource ? cast.eos : cast.ethereum)
                }
            }
        }
    }

    @Test("a silent node is an error at its timeout")
    func silence() async throws {
        let node = try await StubChainNode.start()
        node.chain.setTrouble(.silence)
        let transport = HTTPChainTransport(timeout: .seconds(1))
        let source = try EthereumKeySource(node: EthereumNode(ChainNodeAddress(node.url), transport: transport))
        let error = await #expect(throws: MYKEYServicesError.self) { try await source.reservedKey(of: cast.ethereum) }
        #expect(error?.code == .nodeUnavailable)
        await node.stop()
    }

    @Test("an unreachable node is an error whose text does not contain the URL")
    func gone() async throws {
        let node = try await StubChainNode.start()
        let url = node.url + "/secret-access-key"
        await node.stop()
        let source = try EOSTableKeySource(node: EOSNode(ChainNodeAddress(url)))
        let error = await #expect(throws: MYKEYServicesError.self) { try await source.reservedKey(of: cast.eos) }
        #expect(error?.code == .nodeUnavailable)
        #expect(error.map { !"\($0)".contains("secret") } == true)
    }

    @Test("a node of another chain is refused")
    func otherChain() async throws {
        let node = try await StubChainNode.start(
            StubChain(chains: ChainIdentities(eos: String(repeating: "a", count: 64), ethereum: 5)))
        node.chain.setEOS("mykeydoctest", key: try eosKey)
        node.chain.setEthereum(try address, key: cast.ethereumKey.publicKey.ethereumAddress)
        let eos = try eosSource(node), ethereum = try ethereumSource(node)
        await #expect(throws: MYKEYServicesError.self) { try await eos.reservedKey(of: cast.eos) }
        await #expect(throws: MYKEYServicesError.self) { try await ethereum.reservedKey(of: cast.ethereum) }
        #expect(try await eosSource(node, chainID: nil).reservedKey(of: cast.eos) != nil)
        #expect(try await ethereumSource(node, chainID: 5).reservedKey(of: cast.ethereum) != nil)
        await node.stop()
    }

    @Test("two nodes that disagree, or one that is down, refuse every login")
    func disagreement() async throws {
        try await withNodes { honest, other in
            let source = try AgreeingKeySource([try eosSource(honest), try eosSource(other)])
            let store = try SQLiteReplayStore.inMemory()
            let service = try cast.service(keys: source, store: store)
            try await service.bind(uuID: "user-1")
            honest.chain.setEOS("mykeydoctest", key: try eosKey)
            #expect(await service.receive(try cast.bound().serialized()).reply.code == 1500, "one says there is none")
            other.chain.setEOS("mykeydoctest", key: EOSPublicKey(Secp256k1PrivateKey().publicKey))
            #expect(await service.receive(try cast.bound().serialized()).reply.code == 1500, "another key")
            other.chain.setEOS("mykeydoctest", key: try eosKey, isFrozen: true)
            #expect(await service.receive(try cast.bound().serialized()).reply.code == 1500, "another status")
            other.chain.setEOS("mykeydoctest", key: try eosKey)
            other.chain.setTrouble(.serverError)
            #expect(await service.receive(try cast.bound().serialized()).reply.code == 1500, "one is down")
            other.chain.setTrouble(nil)
            #expect(await service.receive(try cast.bound().serialized()).login != nil)
        }
        #expect(throws: MYKEYServicesError.self) { try AgreeingKeySource([]) }
    }

    @Test("a node's URL must be plain http or https, and prints only its host")
    func addresses() throws {
        for bad in [
            "", "node", "ftp://node", "https://", "https://user:pass@node", "https://node?key=1", "https://node/#x",
        ] {
            #expect(throws: MYKEYServicesError.self) { try ChainNodeAddress(bad) }
        }
        let address = try ChainNodeAddress("https://node.example:8443/v3/secret/")
        #expect(address.exposedURL == "https://node.example:8443/v3/secret")
        #expect("\(address)" == "node.example:8443" && String(reflecting: address) == "node.example:8443")
    }
}
