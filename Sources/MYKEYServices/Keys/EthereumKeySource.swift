import HeraldKeys

/// Reads the reserved key of an Ethereum account from the AccountStorage contract on one node (MYKEY sheet 7.3).
public struct EthereumKeySource: ReservedKeySource {
    /// The AccountStorage contract on the main network.
    public static let mainNetStorage = "0xADc92d1fD878580579716d944eF3460E241604b7"

    private let node: EthereumNode
    private let storage: EthereumAddress
    private let block: EthereumBlock
    private let chain: ChainCheck<UInt64>

    /// Creates a source.
    /// - Parameters:
    ///   - node: the node.
    ///   - storage: the AccountStorage contract. Defaults to ``mainNetStorage``.
    ///   - block: the block whose state is used. Defaults to the newest block. With `.finalized`, a frozen key is
    ///     still accepted for about ten minutes.
    ///   - chainID: the id of the chain that the node must belong to. Defaults to the main network. `nil` accepts any
    ///     chain.
    /// - Throws: ``MYKEYServicesError`` with code `configuration`.
    public init(
        node: EthereumNode, storage: EthereumAddress? = nil, block: EthereumBlock = .latest,
        chainID: UInt64? = ChainIdentities.mainNets.ethereum
    ) throws(MYKEYServicesError) {
        guard let storage = storage ?? (try? EthereumAddress(Self.mainNetStorage)) else {
            throw MYKEYServicesError(.configuration, field: "storage", reason: "is not an address")
        }
        self.node = node
        self.storage = storage
        self.block = block
        chain = ChainCheck(expected: chainID, node: node.address)
    }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
        guard case .ethereum(let address) = account else { return nil }
        let node = node
        try await chain.pass { () async throws(MYKEYServicesError) in try await node.chainID() }
        guard let key = try await key(of: address) else { return nil }
        let status = try ABIResult.number(await ask(.getKeyStatus, of: address))
        // The contract has two functions, and a block may come between two calls. With the key of one block and the
        // status of another, a frozen key that was just replaced would count as usable, in whichever order they are read. If the key is
        // the same before and after the status, then the status is its status. A block number would fix the state too, but of several
        // nodes behind one address, some may not have the newest block yet.
        guard try await self.key(of: address) == key else {
            throw MYKEYServicesError(
                .nodesDisagree, field: node.address.label, reason: "the key was replaced during the look-up")
        }
        return ReservedKey(.ethereum(key), isFrozen: !status.isZero)
    }

    private func key(of account: EthereumAddress) async throws(MYKEYServicesError) -> EthereumAddress? {
        try ABIResult.address(await ask(.getKeyData, of: account))
    }

    private func ask(_ function: ABIFunction, of account: EthereumAddress) async throws(MYKEYServicesError) -> [UInt8] {
        let data = try function.call([.address(account), .uint256(ABIWord(UInt64(ReservedKey.index)))])
        switch try await node.call(storage, data: data, at: block) {
        case .returned(let bytes): return bytes
        case .reverted(let reason):
            throw MYKEYServicesError(
                .nodeAnswer, field: node.address.label, reason: "\(function.signature) reverted: \(reason)")
        }
    }
}
