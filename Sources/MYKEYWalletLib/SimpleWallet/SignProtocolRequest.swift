import Foundation
import MYKEYWire

/// A text to be signed, in SimpleWallet's words.
public final class SignProtocolRequest: BaseProtocolRequest {
    /// The text; for `ETH` the 0x-hexadecimal form of its bytes.
    public var message: String = ""
    /// Where the wallet POSTs the signature.
    public var signUrl: String = ""

    /// A text with nothing filled in.
    public override init() {
        super.init()
        action = WalletActionConstants.SIGN.rawValue
    }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(.sign(WalletRequest.Sign(message: message, signUrl: signUrl)), .sign)
    }
}
