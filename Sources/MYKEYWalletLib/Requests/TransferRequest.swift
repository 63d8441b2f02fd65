import Foundation
import MYKEYWire

/// Asks the user to pay (MYKEY sheet 2.3).
public final class TransferRequest: BaseRequest {
    /// The paying account. If it is empty, the user's account pays.
    public var from: String = ""
    /// The receiving account or address.
    public var to: String = ""
    /// The amount. A `Double` cannot represent every amount, but ``amountText`` can. If ``amountText`` is not empty, it is used instead.
    public var amount: Double = 0
    /// The amount in decimal digits, such as `0.0100`. It is sent unchanged.
    public var amountText: String = ""
    /// The token's contract: an EOS account, a `0x` address, or `ETH` for Ether itself.
    public var contractName: String = ""
    /// The token's symbol.
    public var symbol: String = ""
    /// The number of decimals of the token. If it is not 0, a request whose amount has more decimals fails with 10012.
    public var decimal: Int = 0
    /// The memo of the transaction. For Ether, it is hexadecimal with `0x`.
    public var memo: String = ""
    /// The dapp's own order number. The wallet's callback does not contain it, so also put it into ``BaseRequest/callbackUrl`` (MYKEY sheet
    /// 4.1).
    public var orderId: String = ""
    /// The action: `transfer`.
    public override var action: String { WalletActionConstants.TRANSFER.rawValue }

    /// Creates an empty request for the chain `EOS`.
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
