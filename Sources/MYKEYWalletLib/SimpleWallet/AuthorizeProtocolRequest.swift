import Foundation
import MYKEYWire

/// A login request with the member names of SimpleWallet.
public final class AuthorizeProtocolRequest: BaseProtocolRequest {
    /// The user's name at the dapp.
    public var dappUserName: String = ""
    /// The URL to which the wallet POSTs the signed login.
    public var loginUrl: String = ""
    /// A text for the user.
    public var loginMemo: String = ""

    /// Creates an empty login.
    public override init() {
        super.init()
        action = WalletActionConstants.LOGIN.rawValue
    }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(.login(WalletRequest.Login(loginUrl: loginUrl, loginMemo: loginMemo, userName: dappUserName)), .login)
    }
}
