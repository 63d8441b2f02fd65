import MYKEYWire

/// Converts the values in the app's request objects to the values of the request format.
extension MYKEYChain {
    /// Creates the chain that a text names. Returns `nil` if the text is empty.
    init?(asked text: String, field: String) throws(MYKEYWalletError) {
        guard !text.isEmpty else { return nil }
        guard let chain = MYKEYChain(exactly: text) else { throw .refused(field, "ANY, EOS or ETH was expected") }
        self = chain
    }
}

extension TokenAmount {
    /// Creates the amount of a request. Returns `nil` if the number is zero and the text is empty.
    init?(asked amount: Double, text: String, decimals: Int) throws(MYKEYWalletError) {
        guard (0...255).contains(decimals) else {
            throw .refused("decimal", "no token has a negative number of decimals, or more than 255")
        }
        guard !text.isEmpty || amount != 0 else { return nil }
        do { self = try text.isEmpty ? TokenAmount(amount) : TokenAmount(text) } catch {
            throw .refused(error.field, error.reason)
        }
        let places = self.text.split(separator: ".").dropFirst().first?.count ?? 0
        guard decimals == 0 || places <= decimals else {
            throw .refused(
                "amount",
                "there are \(places) decimals and the token has \(decimals); amountText takes the exact digits")
        }
    }
}

extension WalletRequest.ActionItem {
    static func asked(_ actions: [BaseAction]) throws(MYKEYWalletError) -> [WalletRequest.ActionItem] {
        var items: [WalletRequest.ActionItem] = []
        for (index, action) in actions.enumerated() { items.append(try action.asked(field: "actions[\(index)]")) }
        return items
    }
}

extension BaseRequest {
    func asked(_ payload: WalletRequest.Payload) throws(MYKEYWalletError) -> DappRequest {
        DappRequest(payload, chain: try MYKEYChain(asked: chain, field: "chain"), uuID: uuID.isEmpty ? nil : uuID)
    }
}
