import Foundation
import MYKEYWire

/// A payment in SimpleWallet's terms.
public final class TransferProtocolRequest: BaseProtocolRequest {
    /// The paying account. Empty for the user's account.
    public var from: String = ""
    /// The receiving account or address.
    public var to: String = ""
    /// The amount. See ``TransferRequest/amount``.
    public var amount: Double = 0
    /// The amount in decimal digits. It takes precedence when it is not empty.
    public var amountText: String = ""
    /// The token's contract.
    public var contract: String = ""
    /// The token's symbol.
    public var symbol: String = ""
    /// The number of decimals of the token.
    public var precision: Int = 0
    /// The memo of the transaction.
    public var dappData: String = ""
    /// A text for the user.
    public var desc: String = ""
    /// The dapp's own order number.
    public var orderId: String = ""
    /// The URL to which the wallet POSTs the result.
    public var transferUrl: String = ""

    /// Creates an empty payment.
    public override init() {
        super.init()
        action = WalletActionConstants.TRANSFER.rawValue
    }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        let transfer = WalletRequest.Transfer(
            from: from, to: to, amount: try TokenAmount(asked: amount, text: amountText, decimals: precision),
            contract: contract,
            symbol: symbol, precision: precision == 0 ? nil : Int64(precision), dappData: dappData, desc: desc,
            orderId: orderId,
            transferUrl: transferUrl)
        return try asked(.transfer(transfer), .transfer)
    }
}
