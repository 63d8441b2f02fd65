import MYKEYWire

/// A user's accounts, at most one on each chain.
public struct WalletAccounts: Sendable {
    /// The account on EOS, or `nil` if there is none.
    public let eos: WalletAccount?
    /// The account on Ethereum, or `nil` if there is none.
    public let ethereum: WalletAccount?

    /// Creates a list of accounts.
    /// - Throws: ``MYKEYServicesError`` `value` for two accounts on one chain.
    public init(_ accounts: [WalletAccount] = []) throws(MYKEYServicesError) {
        let onEOS = accounts.filter { $0.chain == .eos }
        let onEthereum = accounts.filter { $0.chain == .eth }
        guard onEOS.count <= 1, onEthereum.count <= 1 else {
            throw MYKEYServicesError(.value, field: "accounts", reason: "a user can have only one account on a chain")
        }
        eos = onEOS.first
        ethereum = onEthereum.first
    }

    /// All accounts, EOS first.
    public var all: [WalletAccount] { [eos, ethereum].compactMap { $0 } }

    /// Returns the account that answers (MYKEY sheet 5.4). If the chain is `ANY` or absent, this is the EOS account, or else the Ethereum
    /// account.
    /// - Returns: `nil` when there is no account on the requested chain.
    public func account(for chain: MYKEYChain?) -> WalletAccount? {
        switch chain {
        case .eos?: eos
        case .eth?: ethereum
        case .any?, nil: eos ?? ethereum
        }
    }
}
