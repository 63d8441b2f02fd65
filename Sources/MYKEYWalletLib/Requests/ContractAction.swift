import Foundation
import HeraldJSON
import MYKEYWire

/// A contract call with any arguments (MYKEY sheet 2.3).
public final class ContractAction: BaseAction {
    /// The arguments: JSON text, or any value with a JSON form (dictionary, array, `JSONValue`, …). A string is sent as a string, as the
    /// original iOS SDK does. Any other value is sent as JSON. A value without a JSON form makes the request fail with 10012.
    public var data: Any = ""
    /// Ethereum: the contract's interface as JSON text.
    public var abi: String = ""
    /// Ethereum: the call data in hexadecimal with `0x`.
    public var binary: String = ""
    /// Ethereum: the amount to send with the call, in decimal digits. It is sent together with ``symbol``.
    public var amount: String = ""
    /// Ethereum: the symbol of ``amount``.
    public var symbol: String = ""

    /// Creates an empty call.
    public override init() { super.init() }

    override func asked(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionItem {
        WalletRequest.ActionItem(
            account: account, name: name, info: info, data: try arguments(field: "\(field).data"), abi: abi,
            binary: binary,
            quantity: amount.isEmpty ? nil : symbol.isEmpty ? amount : "\(amount) \(symbol)",
            chain: try MYKEYChain(asked: chain, field: "\(field).chain"))
    }

    private func arguments(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionData? {
        if let text = data as? String { return text.isEmpty ? nil : WalletRequest.ActionData(text: text) }
        return WalletRequest.ActionData(try FoundationJSON.value(data, field: field))
    }
}
