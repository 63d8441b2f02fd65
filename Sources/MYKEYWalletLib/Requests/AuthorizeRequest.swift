import Foundation
import MYKEYWire

/// A login request. In binding mode, it also binds the user to an account (MYKEY sheet 2.3).
public final class AuthorizeRequest: BaseRequest {
    /// The user's name at the dapp, which the wallet shows.
    public var userName: String = ""
    /// The action: `login`.
    public override var action: String { WalletActionConstants.LOGIN.rawValue }

    /// Creates an empty request for the chain `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(.login(WalletRequest.Login(loginUrl: callbackUrl, loginMemo: info, userName: userName)))
    }
}
