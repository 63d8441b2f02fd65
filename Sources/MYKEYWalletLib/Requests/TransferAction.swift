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
