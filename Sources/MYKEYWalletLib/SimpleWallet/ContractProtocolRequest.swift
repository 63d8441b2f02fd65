import Foundation
import MYKEYWire

/// A transaction in SimpleWallet's words.
public final class ContractProtocolRequest: BaseProtocolRequest {
    /// What is called, in order: 1 to 20.
    public var actions: [BaseAction] = []
    /// A text for the user.
    public var desc: String = ""
    /// The dapp's own order number.
    public var orderId: String = ""
    /// Where the wallet POSTs the result.
    public var contractUrl: String = ""

    /// A transaction with nothing filled in.
    public override init() {
        super.init()
        action = WalletActionConstants.TRANSACTION.rawValue
    }

    override func asked() throws(MYKEYWalletError) -> DappRequest {
        let items = try WalletRequest.ActionItem.asked(actions)
        return try asked(
            .transaction(WalletRequest.Transaction(actions: items, desc: desc, orderId: orderId, contractUrl: contractUrl)), .transaction)
    }
}
