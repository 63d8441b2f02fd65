extension WalletRequest {
    /// The way in which fields without a value are written. MYKEY sheet 3.3.
    public enum Style: Sendable, Hashable {
        /// Writes every key of the action. A missing string becomes `""` and a missing number becomes 0, so a missing number is read back
        /// as 0.
        case iOS
        /// Writes only keys with a value. It is also used for QR codes, to save space.
        case android
    }

    /// Returns the request as compact JSON with sorted keys. Equal requests give equal bytes.
    public func json(style: Style = .iOS) -> [UInt8] {
        var writer = WireRequestWriter(style: style)
        writer.add("protocol", `protocol`.rawValue)
        writer.add("version", version)
        writer.add("appKey", appKey)
        writer.add("uuID", uuID)
        writer.add("dappName", dappName)
        writer.add("dappIcon", dappIcon)
        writer.add("action", action.rawValue)
        writer.add("callback", callback)
        writer.addPresent("callbackId", callbackId)
        writer.add("chain", chain?.rawValue)
        writer.addPresent("expired", expired.map { "\($0)" }, isNumber: true)
        switch payload {
        case .login(let login): login.write(to: &writer)
        case .transfer(let transfer): transfer.write(to: &writer)
        case .transaction(let transaction): transaction.write(to: &writer)
        case .sign(let sign): sign.write(to: &writer)
        }
        return writer.bytes
    }
}

/// Writes the members of a request. Fields without a value are written as the style requires.
struct WireRequestWriter {
    let style: WalletRequest.Style
    private var writer = WireObjectWriter()

    init(style: WalletRequest.Style) { self.style = style }

    mutating func add(_ key: String, _ text: String?) {
        if let text { writer.add(key, text) } else if style == .iOS { writer.add(key, "") }
    }

    mutating func addNumber(_ key: String, _ digits: String?) {
        if let digits { writer.add(key, raw: Array(digits.utf8)) } else if style == .iOS { writer.add(key, 0) }
    }

    mutating func addPresent(_ key: String, _ text: String?, isNumber: Bool = false) {
        guard let text else { return }
        if isNumber { writer.add(key, raw: Array(text.utf8)) } else { writer.add(key, text) }
    }

    mutating func add(_ key: String, raw: [UInt8]?) {
        if let raw { writer.add(key, raw: raw) } else if style == .iOS { writer.add(key, "") }
    }

    var bytes: [UInt8] { writer.bytes(isSorted: true) }
}

extension WalletRequest.Login {
    func write(to writer: inout WireRequestWriter) {
        writer.add("loginUrl", loginUrl)
        writer.add("loginMemo", loginMemo)
        writer.add("dappUserName", userName)
        // iOS writes every key. This key is therefore written too, although only the published wallet reads it.
        writer.add("requestPubKey", String?.none)
    }
}

extension WalletRequest.Transfer {
    func write(to writer: inout WireRequestWriter) {
        writer.add("from", from)
        writer.add("to", to)
        writer.addNumber("amount", amount?.text)
        writer.add("contract", contract)
        writer.add("symbol", symbol)
        writer.addNumber("precision", precision.map { "\($0)" })
        writer.add("dappData", dappData)
        writer.add("desc", desc)
        writer.add("orderId", orderId)
        writer.add("transferUrl", transferUrl)
    }
}

extension WalletRequest.Transaction {
    func write(to writer: inout WireRequestWriter) {
        let style = writer.style
        writer.add("actions", raw: WireObjectWriter.array(actions.map { $0.json(style: style) }))
        writer.add("desc", desc)
        writer.add("orderId", orderId)
        writer.add("contractUrl", contractUrl)
    }
}

extension WalletRequest.ActionItem {
    func json(style: WalletRequest.Style) -> [UInt8] {
        var writer = WireRequestWriter(style: style)
        writer.add("account", account)
        writer.add("name", name)
        writer.add("info", info)
        writer.add("data", raw: data?.rawBytes)
        writer.addPresent("abi", abi)
        writer.addPresent("binary", binary)
        writer.addPresent("quantity", quantity)
        writer.addPresent("chain", chain?.rawValue)
        return writer.bytes
    }
}

extension WalletRequest.Sign {
    func write(to writer: inout WireRequestWriter) {
        writer.add("message", message)
        writer.add("signUrl", signUrl)
    }
}
