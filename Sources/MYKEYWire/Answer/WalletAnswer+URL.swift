extension WalletAnswer {
    /// Returns the callback URL that a dapp with this SDK puts into its request: `<scheme>://mykeywallet.mykey.org?action=…&callBackId=…`.
    /// - Parameters:
    ///   - scheme: the dapp's own URL scheme, such as `demoscheme`.
    ///   - action: the requested action.
    ///   - callBackId: the id that tells the answer from others.
    ///   - isSimpleWallet: true for a SimpleWallet request, whose callback has another host. Defaults to false.
    public static func callback(scheme: String, action: WalletAction, callBackId: String, isSimpleWallet: Bool = false)
        -> String
    {
        let host = isSimpleWallet ? simpleWalletHost : host
        return
            "\(scheme)://\(host)?\(Key.action)=\(action.rawValue)&\(Key.callBackId)=\(PercentText.encode(callBackId))"
    }

    /// Returns the URL that brings the answer to the dapp: the callback with the answer's parameters. The callback's own parameters with these names
    /// are removed. The payload comes last, percent-encoded.
    ///
    /// The iOS SDK silently drops every `result` except 0, 1 and 2. A ``Outcome/code(_:)`` is therefore sent as 2, and its number belongs in the
    /// payload.
    /// - Throws: ``MYKEYError`` when the callback is not a URL.
    public func url(callback: String) throws(MYKEYError) -> String {
        var items = try Self.foreignItems(callback)
        items.append("\(Key.action)=" + PercentText.encode(action))
        items.append("\(Key.callBackId)=" + PercentText.encode(callBackId))
        items.append("\(Key.result)=\(sentResult)")
        if let payload { items.append("\(Key.payload)=" + PercentText.encode(payload)) }
        return Self.base(callback) + "?" + items.joined(separator: "&")
    }

    /// Returns the URL for a plain SimpleWallet dapp: the callback with `result` and, if present, `txID` and `returnCode`.
    /// - Throws: ``MYKEYError`` when the callback is not a URL.
    public func simpleWalletURL(
        callback: String, transactionID: String? = nil, returnCode: ReturnCode? = nil
    ) throws(MYKEYError) -> String {
        var items = try Self.foreignItems(callback, replacing: [Key.result, Key.transaction, Key.returnCode])
        items.append("\(Key.result)=\(sentResult)")
        if let transactionID { items.append("\(Key.transaction)=" + PercentText.encode(transactionID)) }
        if let returnCode { items.append("\(Key.returnCode)=" + returnCode.exposedText) }
        return Self.base(callback) + "?" + items.joined(separator: "&")
    }

    /// Reads an answer URL. The caller must compare scheme and host (``LinkParts``).
    ///
    /// The payload is everything after the first `payload=`. It is taken unchanged if it begins with `{`, and otherwise percent-decoded. A payload
    /// that does not decode counts as absent. A `result` that is missing or not an integer counts as 0, cancelled.
    /// - Throws: ``MYKEYError`` when the text is not a URL, or when `action`, `callBackId` or `result` occurs twice, or `action` or `callBackId` does
    ///   not decode.
    public init(url: String) throws(MYKEYError) {
        let link = try LinkParts(url)
        let (head, tail) = Self.split(link.rest ?? "")
        let items = QueryItems(head)
        action = try Self.value(Key.action, items)
        callBackId = try Self.value(Key.callBackId, items)
        result = Outcome(try items.only(Key.result).flatMap { Int($0) } ?? 0)
        payload = tail.flatMap { raw in raw.utf8.first == UInt8(ascii: "{") ? String(raw) : try? PercentText.decode(raw)
        }
    }

    private var sentResult: Int {
        guard case .code = result else { return result.number }
        return Outcome.failure.number
    }

    /// Returns the parameters before the payload, without a fragment, and the raw payload.
    private static func split(_ rest: String) -> (head: Substring, payload: Substring?) {
        let name = Array("\(Key.payload)=".utf8)
        let bytes = rest.utf8
        var start = bytes.startIndex
        while start < bytes.endIndex {
            if bytes[start...].starts(with: name) {
                let value = bytes.index(start, offsetBy: name.count)
                return (rest[..<start], rest[value...])
            }
            guard let next = bytes[start...].firstIndex(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "#") })
            else { break }
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
