import Foundation
import MYKEYWire

/// Asks the user to pay (MYKEY sheet 2.3).
public final class TransferRequest: BaseRequest {
    /// The paying account; empty: the user's.
    public var from: String = ""
    /// The receiving account or address.
    public var to: String = ""
    /// How much. A `Double` cannot hold every amount: ``amountText`` can, and wins when it is not empty.
    public var amount: Double = 0
    /// How much, in plain digits such as `0.0100`; sent digit by digit.
    public var amountText: String = ""
    /// The token's contract: an EOS account, a 0x address, or `ETH` for Ether itself.
    public var contractName: String = ""
    /// The token's symbol.
    public var symbol: String = ""
    /// How many decimals the token has. When set, an amount with more of them fails with 10012.
    public var decimal: Int = 0
    /// The memo that goes into the transaction; for Ether 0x-hexadecimal.
    public var memo: String = ""
    /// The dapp's own order number. It comes back in no callback: put it into ``BaseRequest/callbackUrl`` too (MYKEY sheet 4.1).
    public var orderId: String = ""
    /// `transfer`.
    public override var action: String { WalletActionConstants.TRANSFER.rawValue }

    /// A request with nothing filled in, for `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(
            .transfer(
                WalletRequest.Transfer(
                    from: from, to: to, amount: try TokenAmount(asked: amount, text: amountText, decimals: decimal), contract: contractName,
                    symbol: symbol, precision: decimal == 0 ? nil : Int64(decimal), dappData: memo, desc: info, orderId: orderId,
                    transferUrl: callbackUrl)))
    }
}
