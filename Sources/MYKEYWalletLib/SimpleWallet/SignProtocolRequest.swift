import Foundation
import MYKEYWire

/// A request to sign a text, with the member names of SimpleWallet.
public final class SignProtocolRequest: BaseProtocolRequest {
    /// The text to sign. For the chain `ETH`, it contains the bytes to sign in hexadecimal with `0x`.
    public var message: String = ""
    /// The URL to which the wallet POSTs the signature.
    public var signUrl: String = ""

    /// Creates an empty request.
    public override init() {
        super.init()
        action = WalletActionConstants.SIGN.rawValue
    }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(.sign(WalletRequest.Sign(message: message, signUrl: signUrl)), .sign)
    }
}
