import Foundation
import HeraldJSON
import MYKEYWire

/// One contract call in a ``ContractRequest`` (MYKEY sheet 2.3). Use one of its two subclasses.
public class BaseAction: NSObject {
    /// The text that the wallet shows to the user about this call.
    public var info: String = ""
    /// The contract's account.
    public var account: String = ""
    /// The name of the contract's action.
    public var name: String = ""
    /// The chain of this call. Empty for the request's chain.
    public var chain: String = ""

    override init() { super.init() }

    /// Returns the members of the call as they are sent. Empty when its data cannot be expressed in JSON.
    public func dictionary() -> [String: Any] {
        guard let item = try? asked(field: "action") else { return [:] }
        let members = DappRequest(.transaction(WalletRequest.Transaction(actions: [item]))).members
        return (members["actions"] as? [[String: Any]])?.first ?? [:]
    }

    /// Returns the call as a value that can be sent to another task.
    func asked(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionItem {
        throw .refused(field, "an action of one of the two kinds was expected")
    }
}
