import Foundation
import MYKEYWire

/// A transfer of tokens as one call among others (MYKEY sheet 2.3).
public final class TransferAction: BaseAction {
    /// Who pays whom how much.
    public var data = TransferData()

    /// A call whose ``BaseAction/name`` is `transfer`, with nothing else filled in.
    public override init() {
        super.init()
        name = WalletActionConstants.TRANSFER.rawValue
    }

    override func asked(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionItem {
        let transfer = WalletRequest.TokenTransfer(from: data.from, to: data.to, quantity: data.quantity, memo: data.memo)
        return WalletRequest.ActionItem(
            account: account, name: name, info: info, data: WalletRequest.ActionData(transfer),
            chain: try MYKEYChain(asked: chain, field: "\(field).chain"))
    }
}
