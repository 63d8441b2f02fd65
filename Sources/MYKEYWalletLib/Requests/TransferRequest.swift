import Foundation
import MYKEYWire

/// Asks the user to pay (MYKEY sheet 2.3).
public final class TransferRequest: BaseRequest {
    /// The paying account. Empty for the user's account.
    public var from: String = ""
    /// The receiving account or address.
    public var to: String = ""
    /// The amount. A `Double` cannot represent every amount. ``amountText`` can, and takes precedence when it is not empty.
    public var amount: Double = 0
    /// The amount in decimal digits, such as `0.0100`. It is sent unchanged.
    public var amountText: String = ""
    /// The token's contract: an EOS account, a `0x` address, or `ETH` for Ether itself.
    public var contractName: String = ""
    /// The token's symbol.
    public var symbol: String = ""
    /// The number of decimals of the token. If it is set, an amount with more decimals fails with 10012.
    public var decimal: Int = 0
    /// The memo of the transaction. For Ether, hexadecimal with `0x`.
    public var memo: String = ""
    /// The dapp's own order number. No callback returns it, so put it into ``BaseRequest/callbackUrl`` too (MYKEY sheet 4.1).
    public var orderId: String = ""
    /// `transfer`.
    public override var action: String { WalletActionConstants.TRANSFER.rawValue }

    /// Creates an empty request for `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(
            .transfer(
                WalletRequest.Transfer(
                    from: from, to: to, amount: try TokenAmount(asked: amount, text: amountText, decimals: decimal),
                    contract: contractName,
                    symbol: symbol, precision: decimal == 0 ? nil : Int64(decimal), dappData: memo, desc: info,
                    orderId: orderId,
                    transferUrl: callbackUrl)))
    }
}
