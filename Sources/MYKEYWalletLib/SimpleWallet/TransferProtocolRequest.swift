import Foundation
import MYKEYWire

/// A request for a payment, with the member names of SimpleWallet.
public final class TransferProtocolRequest: BaseProtocolRequest {
    /// The paying account. If it is empty, the user's account pays.
    public var from: String = ""
    /// The receiving account or address.
    public var to: String = ""
    /// The amount. See ``TransferRequest/amount``.
    public var amount: Double = 0
    /// The amount in decimal digits. If it is not empty, it is used instead of ``amount``.
    public var amountText: String = ""
    /// The token's contract.
    public var contract: String = ""
    /// The token's symbol.
    public var symbol: String = ""
    /// The number of decimals of the token.
    public var precision: Int = 0
    /// The memo of the transaction.
    public var dappData: String = ""
    /// The text that the wallet shows to the user about this request.
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
