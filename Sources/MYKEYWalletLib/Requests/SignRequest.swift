import Foundation
import MYKEYWire

/// Asks the user to sign a text (MYKEY sheet 2.3). Wallets refuse texts that could be a login or a transaction (MYKEY sheet 5.5).
public final class SignRequest: BaseRequest {
    /// The text to sign. For `ETH`, its bytes in hexadecimal with `0x`. ``BaseRequest/info`` is not sent with it.
    public var message: String = ""
    /// `sign`.
    public override var action: String { WalletActionConstants.SIGN.rawValue }

    /// Creates an empty request for `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(.sign(WalletRequest.Sign(message: message, signUrl: callbackUrl)))
    }
}
