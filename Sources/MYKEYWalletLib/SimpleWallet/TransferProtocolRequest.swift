import Foundation
import MYKEYWire

/// A payment in SimpleWallet's words.
public final class TransferProtocolRequest: BaseProtocolRequest {
    /// The paying account; empty: the user's.
    public var from: String = ""
    /// The receiving account or address.
    public var to: String = ""
    /// How much; see ``TransferRequest/amount``.
    public var amount: Double = 0
    /// How much, in plain digits; wins when it is not empty.
    public var amountText: String = ""
    /// The token's contract.
    public var contract: String = ""
    /// The token's symbol.
    public var symbol: String = ""
    /// How many decimals the token has.
    public var precision: Int = 0
    /// The memo that goes into the transaction.
    public var dappData: String = ""
    /// A text for the user.
    public var desc: String = ""
    /// The dapp's own order number.
    public var orderId: String = ""
    /// Where the wallet POSTs the result.
    public var transferUrl: String = ""

    /// A payment with nothing filled in.
    public override init() {
        super.init()
        action = WalletActionConstants.TRANSFER.rawValue
    }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        let transfer = WalletRequest.Transfer(
            from: from, to: to, amount: try TokenAmount(asked: amount, text: amountText, decimals: precision), contract: contract,
            symbol: symbol, precision: precision == 0 ? nil : Int64(precision), dappData: dappData, desc: desc, orderId: orderId,
            transferUrl: transferUrl)
        return try asked(.transfer(transfer), .transfer)
    }
}
