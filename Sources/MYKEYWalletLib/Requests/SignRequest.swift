import Foundation
import MYKEYWire

/// Asks the user to sign a text (MYKEY sheet 2.3). Wallets refuse texts that could be a login or a transaction (MYKEY sheet 5.5).
public final class SignRequest: BaseRequest {
    /// The text to sign. For the chain `ETH`, it contains the bytes to sign in hexadecimal with `0x`. ``BaseRequest/info`` is not sent with
    /// this request.
    public var message: String = ""
    /// The action: `sign`.
    public override var action: String { WalletActionConstants.SIGN.rawValue }

    /// Creates an empty request for the chain `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(.sign(WalletRequest.Sign(message: message, signUrl: callbackUrl)))
    }
}
