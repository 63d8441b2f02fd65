import Foundation
import HeraldJSON
import MYKEYWire

/// One call of a contract in a ``ContractRequest`` (MYKEY sheet 2.3). Use one of its two subclasses.
public class BaseAction: NSObject {
    /// What the wallet shows to the user about this call.
    public var info: String = ""
    /// The contract's account.
    public var account: String = ""
    /// The name of the contract's action.
    public var name: String = ""
    /// The chain of this call; empty: the request's.
    public var chain: String = ""

    override init() { super.init() }

    /// The call as it goes out, with every key that it has; empty when its data has no such form.
    public func dictionary() -> [String: Any] {
        guard let item = try? asked(field: "action") else { return [:] }
        let members = DappRequest(.transaction(WalletRequest.Transaction(actions: [item]))).members
        return (members["actions"] as? [[String: Any]])?.first ?? [:]
    }

    /// The same as a value that can cross to another task.
    func asked(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionItem {
        throw .refused(field, "an action of one of the two kinds was expected")
    }
}
