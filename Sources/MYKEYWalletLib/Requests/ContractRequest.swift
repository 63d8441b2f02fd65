import Foundation
import MYKEYWire

/// Asks the user for a transaction of one or more calls (MYKEY sheet 2.3).
public final class ContractRequest: BaseRequest {
    /// The dapp's own order number. It comes back in no callback: put it into ``BaseRequest/callbackUrl`` too (MYKEY sheet 4.1).
    public var orderId: String = ""
    /// What is called, in order: 1 to 20.
    public var actions: [BaseAction] = []
    /// `transaction`.
    public override var action: String { WalletActionConstants.TRANSACTION.rawValue }

    /// A request with nothing filled in, for `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(
            .transaction(
                WalletRequest.Transaction(
                    actions: try WalletRequest.ActionItem.asked(actions), desc: info, orderId: orderId, contractUrl: callbackUrl)))
    }
}
