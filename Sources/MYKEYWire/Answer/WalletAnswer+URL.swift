extension WalletAnswer {
    /// Returns the callback URL that a dapp with this SDK writes into its request:
    /// `<scheme>://mykeywallet.mykey.org?action=…&callBackId=…`.
    /// - Parameters:
    ///   - scheme: the dapp's own URL scheme, such as `demoscheme`.
    ///   - action: the requested action.
    ///   - callBackId: the id by which the answer is assigned to the request.
    ///   - isSimpleWallet: true for a SimpleWallet request, whose callback has another host. Defaults to false.
    public static func callback(scheme: String, action: WalletAction, callBackId: String, isSimpleWallet: Bool = false)
        -> String
    {
        let host = isSimpleWallet ? simpleWalletHost : host
        return
            "\(scheme)://\(host)?\(Key.action)=\(action.rawValue)&\(Key.callBackId)=\(PercentText.encode(callBackId))"
    }

    /// Returns the URL that the wallet opens to answer: the callback with the answer's parameters. If the callback already has parameters
    /// with these names, they are removed. The payload is the last parameter, percent-encoded.
    ///
    /// The iOS SDK ignores every answer whose `result` is not 0, 1 or 2. An outcome ``Outcome/code(_:)`` is therefore sent as `result=2`.
    /// The caller must write the number of its code into the payload.
    /// - Throws: ``MYKEYError`` when the callback is not a URL.
    public func url(callback: String) throws(MYKEYError) -> String {
        var items = try Self.foreignItems(callback)
        items.append("\(Key.action)=" + PercentText.encode(action))
        items.append("\(Key.callBackId)=" + PercentText.encode(callBackId))
        items.append("\(Key.result)=\(sentResult)")
        if let payload { items.append("\(Key.payload)=" + PercentText.encode(payload)) }
        return Self.base(callback) + "?" + items.joined(separator: "&")
    }

    /// Returns the answer URL for a plain SimpleWallet dapp. It consists of the callback with `result` and, if they are given, `txID`
    /// and `returnCode`.
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

    /// Reads an answer URL. The caller must check the scheme and the host of the URL (``LinkParts``).
    ///
    /// The payload is everything after the first `payload=`. It is taken unchanged if it begins with `{`, and otherwise percent-decoded. A
    /// payload that cannot be decoded counts as absent. A `result` that is absent or not an integer counts as 0, which means cancelled.
    /// - Throws: ``MYKEYError`` when the text is not a URL, or when `action`, `callBackId` or `result` occurs twice, or `action` or
    ///   `callBackId` cannot be decoded.
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

    /// Returns the part before the payload, without a fragment, and the payload as it is written.
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

    /// Returns the part before the query. It is cut by bytes, as in ``LinkParts``, because a `?` and a combining mark are one `Character`.
    private static func base(_ callback: String) -> String {
        String(decoding: callback.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }, as: UTF8.self)
    }
}
