import Foundation
import MYKEYWire

/// A request for a transaction, with the member names of SimpleWallet.
public final class ContractProtocolRequest: BaseProtocolRequest {
    /// The calls in order, 1 to 20.
    public var actions: [BaseAction] = []
    /// The text that the wallet shows to the user about this request.
    public var desc: String = ""
    /// The dapp's own order number.
    public var orderId: String = ""
    /// The URL to which the wallet POSTs the result.
    public var contractUrl: String = ""

    /// Creates an empty transaction.
    public override init() {
        super.init()
        action = WalletActionConstants.TRANSACTION.rawValue
    }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        let items = try WalletRequest.ActionItem.asked(actions)
        return try asked(
            .transaction(
                WalletRequest.Transaction(actions: items, desc: desc, orderId: orderId, contractUrl: contractUrl)),
            .transaction)
    }
}
