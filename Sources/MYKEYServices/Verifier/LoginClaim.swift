import MYKEYWire

/// A posted login that reads well and is fresh, and of which nothing is proven yet.
///
/// The texts are those of the body, because the signature is over exactly their bytes. It does not print its signature.
public struct LoginClaim: Sendable, CustomStringConvertible, CustomReflectable {
    /// Which protocol the wallet says it speaks.
    public let walletProtocol: MYKEYProtocol
    /// For the protocol `MYKEY` one of the server's own; `nil` otherwise.
    public let dappKey: String?
    /// As posted.
    public let uuID: String
    /// How the wallet names itself.
    public let ref: String
    /// When the wallet signed, by its own clock; seconds since 1970.
    public let timestamp: Int64
    /// The account, by its form.
    public let account: LoginAccount
    /// `timestamp`, `account`, `uuID` and `ref` as posted, joined without separators (MYKEY sheet 4.2).
    public let signedString: String
    /// The signature as posted.
    let signature: String
    /// The tagged sign-in, when the rules ask for it and there is one.
    let tagged: TaggedLogin?

    init(
        _ body: LoginCallback, walletProtocol: MYKEYProtocol, dappKey: String?, account: LoginAccount, timestamp: Int64, isTaggedRead: Bool
    ) {
        self.walletProtocol = walletProtocol
        self.dappKey = dappKey
        uuID = body.uuID
        ref = body.ref
        self.timestamp = timestamp
        self.account = account
        signedString = body.unsigned
        signature = body.sign
        tagged = isTaggedRead ? body.siwx : nil
    }

    /// Whether the uuID may be used for one login only.
    public var isOneTime: Bool { walletProtocol == .simpleWallet }

    public var description: String { "LoginClaim(\(walletProtocol.rawValue), \(account), \(timestamp))" }
    /// Empty, so that `dump` does not show the signature.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
