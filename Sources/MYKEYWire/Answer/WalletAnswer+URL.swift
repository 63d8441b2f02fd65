extension WalletAnswer {
    /// The callback that a dapp of this SDK names in its request: `<scheme>://mykeywallet.mykey.org?action=…&callBackId=…`.
    /// - Parameters:
    ///   - scheme: the dapp's own, such as `demoscheme`.
    ///   - action: what is asked for.
    ///   - callBackId: by which the answer is told from others.
    ///   - isSimpleWallet: whether the request goes out as a SimpleWallet one, which has another host.
    public static func callback(scheme: String, action: WalletAction, callBackId: String, isSimpleWallet: Bool = false) -> String {
        let host = isSimpleWallet ? simpleWalletHost : host
        return "\(scheme)://\(host)?\(Key.action)=\(action.rawValue)&\(Key.callBackId)=\(PercentText.encode(callBackId))"
    }

    /// The URL that brings the answer to the dapp: the callback, its own parameters of these names replaced, the payload last and encoded.
    ///
    /// iOS drops every `result` but 0, 1 and 2 without a word, so a ``Outcome/code(_:)`` goes out as 2; its number belongs into the payload.
    /// - Throws: ``MYKEYError`` for a callback that is no URL.
    public func url(callback: String) throws(MYKEYError) -> String {
        var items = try Self.foreignItems(callback)
        items.append("\(Key.action)=" + PercentText.encode(action))
        items.append("\(Key.callBackId)=" + PercentText.encode(callBackId))
        items.append("\(Key.result)=\(sentResult)")
        if let payload { items.append("\(Key.payload)=" + PercentText.encode(payload)) }
        return Self.base(callback) + "?" + items.joined(separator: "&")
    }

    /// The URL for a plain SimpleWallet dapp: the callback with `result` and, where there are such, `txID` and `returnCode`.
    /// - Throws: ``MYKEYError`` for a callback that is no URL.
    public func simpleWalletURL(
        callback: String, transactionID: String? = nil, returnCode: ReturnCode? = nil
    ) throws(MYKEYError) -> String {
        var items = try Self.foreignItems(callback, replacing: [Key.result, Key.transaction, Key.returnCode])
        items.append("\(Key.result)=\(sentResult)")
        if let transactionID { items.append("\(Key.transaction)=" + PercentText.encode(transactionID)) }
        if let returnCode { items.append("\(Key.returnCode)=" + returnCode.exposedText) }
        return Self.base(callback) + "?" + items.joined(separator: "&")
    }

    /// Reads an answer URL; scheme and host are the caller's to compare (``LinkParts``).
    ///
    /// The payload is all that follows the first `payload=`, taken as it is when it begins with `{`, else decoded; one that does not
    /// decode counts as none. A `result` that is missing or no integer counts as 0, cancelled.
    /// - Throws: ``MYKEYError`` for a text that is no URL, or an `action` or `callBackId` that comes twice or does not decode.
    public init(url: String) throws(MYKEYError) {
        let link = try LinkParts(url)
        let (head, tail) = Self.split(link.rest ?? "")
        let items = QueryItems(head)
        action = try Self.value(Key.action, items)
        callBackId = try Self.value(Key.callBackId, items)
        result = Outcome(try items.only(Key.result).flatMap { Int($0) } ?? 0)
        payload = tail.flatMap { raw in raw.utf8.first == UInt8(ascii: "{") ? String(raw) : try? PercentText.decode(raw) }
    }

    private var sentResult: Int {
        guard case .code = result else { return result.number }
        return Outcome.failure.number
    }

    /// The parameters before the payload, without a fragment, and the raw payload.
    private static func split(_ rest: String) -> (head: Substring, payload: Substring?) {
        let name = Array("\(Key.payload)=".utf8)
        let bytes = rest.utf8
        var start = bytes.startIndex
        while start < bytes.endIndex {
            if bytes[start...].starts(with: name) {
                let value = bytes.index(start, offsetBy: name.count)
                return (rest[..<start], rest[value...])
            }
            guard let next = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") }) else { break }
            if bytes[next] == UInt8(ascii: "#") { return (rest[..<next], nil) }
            start = bytes.index(after: next)
        }
        return (rest[...], nil)
    }

    private static func value(_ name: String, _ items: QueryItems) throws(MYKEYError) -> String {
        guard let raw = try items.only(name) else { return "" }
        do {
            return try PercentText.decode(raw)
        } catch {
            throw MYKEYError(.encoding, field: name, reason: error.reason)
        }
    }

    private static func foreignItems(
        _ callback: String, replacing names: [String] = [Key.action, Key.callBackId, Key.result, Key.payload]
    ) throws(MYKEYError) -> [String] {
        let items = QueryItems(try LinkParts(callback).query ?? "").items
        return items.filter { item in !names.contains { item.name.utf8.elementsEqual($0.utf8) } }
            .map { $0.value.isEmpty ? String($0.name) : "\($0.name)=\($0.value)" }
    }

    private static func base(_ callback: String) -> String {
        String(callback.prefix { $0 != "?" && $0 != "#" })
    }
}
