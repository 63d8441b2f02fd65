import MYKEYWire

/// The form of a request's URL (MYKEY sheet 3.1).
public enum RequestForm: String, Sendable, Hashable, CaseIterable {
    /// The SDK's own form: `mykey://mykey.org/protocol?…`.
    case mykey
    /// A SimpleWallet request to a MYKEY wallet: `mykey://simplewallet.mykey.org/protocol?…`.
    case simpleWalletInMYKEY
    /// A SimpleWallet request to any wallet: `simplewallet://eos.io?…`.
    case simpleWallet

    /// The scheme that a wallet must handle.
    var scheme: String { self == .simpleWallet ? WalletURL.simpleWalletScheme : WalletURL.scheme }

    var urlForm: WalletURL.Form {
        switch self {
        case .mykey: .sdkRequest
        case .simpleWalletInMYKEY: .simpleWalletSDK
        case .simpleWallet: .simpleWallet
        }
    }
}
