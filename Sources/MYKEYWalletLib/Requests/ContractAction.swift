import Foundation
import HeraldJSON
import MYKEYWire

/// A call of a contract with arguments of its own (MYKEY sheet 2.3).
public final class ContractAction: BaseAction {
    /// The arguments: JSON text, or any value with a JSON form (dictionary, array, `JSONValue`, …). A text travels as a text, as on iOS;
    /// anything else travels as it is. What has no JSON form makes the request fail with 10012.
    public var data: Any = ""
    /// Ethereum: the contract's interface, as JSON text.
    public var abi: String = ""
    /// Ethereum: the call data, 0x-hexadecimal.
    public var binary: String = ""
    /// Ethereum: how much goes along, in plain digits; sent together with ``symbol``.
    public var amount: String = ""
    /// Ethereum: the symbol of ``amount``.
    public var symbol: String = ""

    /// A call with nothing filled in.
    public override init() { super.init() }

    override func asked(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionItem {
        WalletRequest.ActionItem(
            account: account, name: name, info: info, data: try arguments(field: "\(field).data"), abi: abi, binary: binary,
            quantity: amount.isEmpty ? nil : symbol.isEmpty ? amount : "\(amount) \(symbol)",
            chain: try MYKEYChain(asked: chain, field: "\(field).chain"))
    }

    private func arguments(field: String) throws(MYKEYWalletError) -> WalletRequest.ActionData? {
        if let text = data as? String { return text.isEmpty ? nil : WalletRequest.ActionData(text: text) }
        return WalletRequest.ActionData(try FoundationJSON.value(data, field: field))
    }
}
