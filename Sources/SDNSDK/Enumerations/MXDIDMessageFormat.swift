/// How the text of a login challenge is written (SDN sheet 1.5).
public enum MXDIDMessageFormat: String, Sendable, Hashable, CaseIterable {
    /// SendingNetwork's own lines.
    case sdn
    /// Sign-In with Ethereum (EIP-4361).
    case eip4361
}
