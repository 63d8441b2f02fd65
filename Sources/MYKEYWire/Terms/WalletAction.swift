/// What a dapp asks a wallet for: the value of `action`. MYKEY sheet 2.4.
public enum WalletAction: String, Sendable, Hashable, CaseIterable {
    /// Who are you?
    case login
    /// Send tokens.
    case transfer
    /// Call contracts.
    case transaction
    /// Sign a text.
    case sign
}
