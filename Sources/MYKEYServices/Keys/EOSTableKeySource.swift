import HeraldKeys

/// Reads the reserved key of an EOS account from the manager contract's table on one node (MYKEY sheet 7.2).
///
/// A node can return false keys. Use a node of your own, or two nodes through ``AgreeingKeySource``.
public struct EOSTableKeySource: ReservedKeySource {
    private let node: EOSNode
    private let managers: [EOSName]
    private let requiresDelegation: Bool
    private let chain: ChainCheck<String>

    /// Creates a source.
    /// - Parameters:
    ///   - node: the node.
    ///   - managers: the trusted contracts, asked in this order. Defaults to `mykeymanager` alone.
    ///   - requiresDelegation: true to also require that the contract controls the account's `active` permission.
    ///     Otherwise an account that has left MYKEY could still log in with the key in its old row. Defaults to true.
    ///   - chainID: the id of the chain that the node must belong to, 64 lower-case hexadecimal digits. Defaults to
    ///     the EOS main network. `nil` accepts any chain.
    /// - Throws: ``MYKEYServicesError`` with code `configuration` if the list of managers is empty.
    public init(
        node: EOSNode, managers: [EOSName]? = nil, requiresDelegation: Bool = true,
        chainID: String? = ChainIdentities.mainNets.eos
    ) throws(MYKEYServicesError) {
        guard let managers = managers ?? (try? [EOSName("mykeymanager")]), !managers.isEmpty else {
            throw MYKEYServicesError(
                .configuration, field: "managers", reason: "at least one trusted contract is needed")
        }
        self.node = node
        self.managers = managers
        self.requiresDelegation = requiresDelegation
        chain = ChainCheck(expected: chainID?.lowercased(), node: node.address)
    }

    public func reservedKey(of account: LoginAccount) async throws(MYKEYServicesError) -> ReservedKey? {
        guard case .eos(let name) = account else { return nil }
        let node = node
        try await chain.pass { () async throws(MYKEYServicesError) in try await node.chainID() }
        for manager in managers {
            let rows = try await node.reservedKeyRows(of: name, manager: manager)
            guard let key = try EOSKeyTable.reservedKey(in: rows, field: node.address.label) else { continue }
            guard requiresDelegation else { return key }
            if try await node.isActiveDelegated(of: name, to: manager) { return key }
        }
        return nil
    }
}
