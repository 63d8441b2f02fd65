/// The actions that a dapp can request: the values of `action`. MYKEY sheet 2.4.
public enum WalletAction: String, Sendable, Hashable, CaseIterable {
    /// Asks who the user is.
    case login
    /// Asks to send tokens.
    case transfer
    /// Asks to call contracts.
    case transaction
    /// Asks to sign a text.
    case sign
}
