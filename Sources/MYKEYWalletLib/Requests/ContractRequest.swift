import Foundation
import MYKEYWire

/// Asks the user to execute a transaction of one or more calls (MYKEY sheet 2.3).
public final class ContractRequest: BaseRequest {
    /// The dapp's own order number. The wallet's callback does not contain it, so also put it into ``BaseRequest/callbackUrl`` (MYKEY sheet
    /// 4.1).
    public var orderId: String = ""
    /// The calls in order, 1 to 20.
    public var actions: [BaseAction] = []
    /// The action: `transaction`.
    public override var action: String { WalletActionConstants.TRANSACTION.rawValue }

    /// Creates an empty request for the chain `EOS`.
    public override init() { super.init() }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        try asked(
            .transaction(
                WalletRequest.Transaction(
                    actions: try WalletRequest.ActionItem.asked(actions), desc: info, orderId: orderId,
                    contractUrl: callbackUrl)))
    }
}
