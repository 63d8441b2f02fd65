/// The format of a login challenge's text (SDN sheet 1.5).
public enum MXDIDMessageFormat: String, Sendable, Hashable, CaseIterable {
    /// SendingNetwork's own format.
    case sdn
    /// Sign-In with Ethereum (EIP-4361).
    case eip4361
}
