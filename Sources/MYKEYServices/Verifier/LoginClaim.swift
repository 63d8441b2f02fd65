import MYKEYWire

/// A posted login whose form and time are valid, but whose signature was not checked yet.
///
/// Its strings are taken from the body unchanged, because the signature covers exactly their bytes. The description does not contain the
/// signature.
public struct LoginClaim: Sendable, CustomStringConvertible, CustomReflectable {
    /// The protocol that the wallet claims to use.
    public let walletProtocol: MYKEYProtocol
    /// One of the server's own dapp keys for the protocol `MYKEY`, otherwise `nil`.
    public let dappKey: String?
    /// The uuID as it was posted.
    public let uuID: String
    /// The wallet's name, as the wallet states it.
    public let ref: String
    /// The time of signing by the wallet's clock.
    public let timestamp: UnixTime
    /// The account, identified by its form.
    public let account: LoginAccount
    /// The signed string: `timestamp`, `account`, `uuID` and `ref` as posted, joined without separators (MYKEY sheet 4.2).
    public let signedString: String
    /// The signature as it was posted.
    let signature: String
    /// The tagged sign-in. `nil` if the rules ignore it, or if there is none.
    let tagged: TaggedLogin?

    init(
        _ body: LoginCallback, walletProtocol: MYKEYProtocol, dappKey: String?, account: LoginAccount,
        timestamp: UnixTime,
        isTaggedRead: Bool
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

    /// True when the uuID may be used for only one login.
    public var isOneTime: Bool { walletProtocol == .simpleWallet }

    public var description: String { "LoginClaim(\(walletProtocol.rawValue), \(account), \(timestamp))" }
    /// An empty mirror, so that `dump` does not show the signature.
    public var customMirror: Mirror { Mirror(self, children: [:], displayStyle: .struct) }
}
