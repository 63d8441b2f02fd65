/// The values of `protocol` in requests and callbacks. MYKEY sheet 3.3 and 4.1.
public enum MYKEYProtocol: String, Sendable, Hashable, CaseIterable {
    /// Two-way binding: the dapp has a key of its own, and the user has an id at the dapp.
    case mykey = "MYKEY"
    /// Light mode: the dapp has derived its key itself, and nobody has issued it.
    case simple = "MYKEYSimple"
    /// The base protocol of 2018, used in QR codes.
    case simpleWallet = "SimpleWallet"

    /// The only version of the protocol.
    public static let version = "1.0"
}
