/// Constants that existing apps take from the SDK (MYKEY sheet 2.4). The original list has more constants, which belonged to MYKEY's hosted
/// services.
public enum ConfigConstants: String, Sendable, Hashable, CaseIterable {
    /// The protocol name in requests that every SimpleWallet wallet understands.
    case SIMPLE_WALLET_PROTOCOL = "SimpleWallet"
    /// The protocol version in every request.
    case MYKEY_WALLET_VERSION = "1.0"
    /// The version of the SDK whose API this module offers.
    case MYKEY_SDK_VERSION = "1.1.0"
    /// The platform that the SDK reports.
    case MYKEY_DEVICE = "ios"
}
