import Foundation
import MYKEYWire

/// Asks who the user is: a login, or in binding mode the binding of a user to an account (MYKEY sheet 2.3).
public final class AuthorizeRequest: BaseRequest {
    /// The user's name at the dapp, shown by the wallet.
    public var userName: String = ""
    /// `login`.
    public override var action: String { WalletActionConstants.LOGIN.rawValue }

    /// A request with nothing filled in, for `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(.login(WalletRequest.Login(loginUrl: callbackUrl, loginMemo: info, userName: userName)))
    }
}
