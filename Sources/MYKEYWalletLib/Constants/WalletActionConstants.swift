/// The four actions that a dapp can request (MYKEY sheet 2.4).
public enum WalletActionConstants: String, Sendable, Hashable, CaseIterable {
    /// The user logs in.
    case LOGIN = "login"
    /// The user pays.
    case TRANSFER = "transfer"
    /// The user calls contracts.
    case TRANSACTION = "transaction"
    /// The user signs a text.
    case SIGN = "sign"
}
