import MYKEYWire

/// The accounts of one user: at most one on each chain.
public struct WalletAccounts: Sendable {
    /// The account on EOS, if there is one.
    public let eos: WalletAccount?
    /// The account on Ethereum, if there is one.
    public let ethereum: WalletAccount?

    /// - Throws: ``MYKEYServicesError`` `value` for two accounts on one chain.
    public init(_ accounts: [WalletAccount] = []) throws(MYKEYServicesError) {
        let onEOS = accounts.filter { $0.chain == .eos }
        let onEthereum = accounts.filter { $0.chain == .eth }
        guard onEOS.count <= 1, onEthereum.count <= 1 else {
            throw MYKEYServicesError(.value, field: "accounts", reason: "a user has one account on a chain")
        }
        eos = onEOS.first
        ethereum = onEthereum.first
    }

    /// All of them, EOS first.
    public var all: [WalletAccount] { [eos, ethereum].compactMap { $0 } }

    /// The account that answers (MYKEY sheet 5.4): for `ANY` and for no word EOS when there is an EOS account, else Ethereum.
    /// - Returns: `nil` when there is none on the chain that was asked for.
    public func account(for chain: MYKEYChain?) -> WalletAccount? {
        switch chain {
        case .eos?: eos
        case .eth?: ethereum
        case .any?, nil: eos ?? ethereum
        }
    }
}
