/// Constants that users' code takes from the SDK (MYKEY sheet 2.4). The list of the original is longer; the rest belonged to its hosted
/// services.
public enum ConfigConstants: String, Sendable, Hashable, CaseIterable {
    /// The protocol name of requests that any SimpleWallet wallet understands.
    case SIMPLE_WALLET_PROTOCOL = "SimpleWallet"
    /// The version that every request carries.
    case MYKEY_WALLET_VERSION = "1.0"
    /// The version of the SDK whose surface this module has.
    case MYKEY_SDK_VERSION = "1.1.0"
    /// The platform that the SDK reports.
    case MYKEY_DEVICE = "ios"
}
