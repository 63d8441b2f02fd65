/// The actions that a dapp can request: the values of `action`. MYKEY sheet 2.4.
public enum WalletAction: String, Sendable, Hashable, CaseIterable {
    /// The user is asked to log in.
    case login
    /// The user is asked to send tokens.
    case transfer
    /// The user is asked to call contracts.
    case transaction
    /// The user is asked to sign a text.
    case sign
}
