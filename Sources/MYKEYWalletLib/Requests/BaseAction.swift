import Foundation
import HeraldJSON
import MYKEYWire

/// One contract call in a ``ContractRequest`` (MYKEY sheet 2.3). Use one of its two subclasses.
public class BaseAction: NSObject {
    /// The text that the wallet shows to the user about this call.
    public var info: String = ""
    /// The contract that is called: an EOS account or a `0x` address.
    public var account: String = ""
    /// The name of the contract's action.
    public var name: String = ""
    /// The chain of this call. If it is empty, the chain of the request is used.
    public var chain: String = ""

    override init() { super.init() }

    /// Returns the members of the call as they are sent. The result is empty if the data cannot be expressed in JSON.
    public func dictionary() -> [String: Any] {
        guard let item = try? asked(field: "action") else { return [:] }
        let members = DappRequest(.transaction(WalletRequest.Transaction(actions: [item]))).members
        return (members["actions"] as? [[String: Any]])?.first ?? [:]
    }

    /// Returns the call as a `Sendable` value.
    func asked(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionItem {
        throw .refused(field, "an action of one of the two kinds was expected")
    }
}
