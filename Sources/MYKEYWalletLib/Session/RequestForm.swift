import MYKEYWire

/// The form of a request's URL (MYKEY sheet 3.1).
public enum RequestForm: String, Sendable, Hashable, CaseIterable {
    /// `mykey://mykey.org/protocol?…`: the SDK's own form.
    case mykey
    /// `mykey://simplewallet.mykey.org/protocol?…`: a SimpleWallet request to a MYKEY wallet.
    case simpleWalletInMYKEY
    /// `simplewallet://eos.io?…`: a SimpleWallet request to any wallet.
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
