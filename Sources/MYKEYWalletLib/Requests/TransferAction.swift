import Foundation
import MYKEYWire

/// A token transfer as one of the calls of a transaction (MYKEY sheet 2.3).
public final class TransferAction: BaseAction {
    /// The payer, the recipient, the amount and the memo.
    public var data = TransferData()

    /// Creates a call whose ``BaseAction/name`` is `transfer`.
    public override init() {
        super.init()
        name = WalletActionConstants.TRANSFER.rawValue
    }

    override func asked(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionItem {
        let transfer = WalletRequest.TokenTransfer(
            from: data.from, to: data.to, quantity: data.quantity, memo: data.memo)
        return WalletRequest.ActionItem(
            account: account, name: name, info: info, data: WalletRequest.ActionData(transfer),
            chain: try MYKEYChain(asked: chain, field: "\(field).chain"))
    }
}

/// The arguments of a transfer (MYKEY sheet 2.3).
public final class TransferData: NSObject {
    /// The paying account. If it is empty, the user's account pays.
    public var from: String = ""
    /// The receiving account.
    public var to: String = ""
    /// The amount and symbol, such as `1.0000 EOS`, with as many decimals as the token has.
    public var quantity: String = ""
    /// The memo of the transaction.
    public var memo: String = ""

    /// Creates empty arguments.
    public override init() { super.init() }

    /// Returns the four arguments as they are sent.
    public func dictionary() -> [String: Any] { ["from": from, "to": to, "quantity": quantity, "memo": memo] }
}
