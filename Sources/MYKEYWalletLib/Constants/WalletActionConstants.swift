/// The four actions that a dapp can request (MYKEY sheet 2.4).
public enum WalletActionConstants: String, Sendable, Hashable, CaseIterable {
    /// Log in.
    case LOGIN = "login"
    /// Pay.
    case TRANSFER = "transfer"
    /// Call contracts.
    case TRANSACTION = "transaction"
    /// Sign a text.
    case SIGN = "sign"
}
