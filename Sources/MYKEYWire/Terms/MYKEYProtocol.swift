/// The value of `protocol` in requests and callbacks. MYKEY sheet 3.3 and 4.1.
public enum MYKEYProtocol: String, Sendable, Hashable, CaseIterable {
    /// Two-way binding: the dapp has a key of its own and the user an id at the dapp.
    case mykey = "MYKEY"
    /// Light mode: no dapp key that anybody issued.
    case simple = "MYKEYSimple"
    /// The base protocol of 2018, met in QR codes.
    case simpleWallet = "SimpleWallet"

    /// The only version of the protocol there is.
    public static let version = "1.0"
}
