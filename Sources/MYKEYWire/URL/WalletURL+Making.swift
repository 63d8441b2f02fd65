extension WalletURL {
    /// Returns the URL that brings a request to a wallet. For ``Form/scannedJSON``, returns the text of a QR code.
    /// - Parameters:
    ///   - request: the request.
    ///   - appKey: the query item `appKey`, which only the forms of the SDK have. Defaults to the request's key.
    ///   - userId: the query item `userId`, which only the forms of the SDK have. Defaults to the request's `uuID`.
    ///   - form: the form of the URL. ``Form/open`` and ``Form/dapp(url:)`` carry no request; see ``opening`` and
    ///     ``opening(dapp:)``.
    ///   - style: the way in which fields without a value are written. QR codes and `simplewallet://` default to Android's way, which
    ///     leaves such fields out. All other forms default to iOS's way.
    /// - Throws: ``MYKEYError`` `tooLong` for a request that no wallet would read, `value` for a form that contains no request.
    public static func make(
        _ request: WalletRequest, appKey: String? = nil, userId: String? = nil, form: Form = .sdkRequest,
        style: WalletRequest.Style? = nil
    ) throws(MYKEYError) -> String {
        let compact = form == .simpleWallet || form == .scannedJSON
        let json = request.json(style: style ?? (compact ? .android : .iOS))
        guard json.count <= MYKEYLimits.requestBytes else {
            throw MYKEYError(.tooLong, field: "request", reason: "longer than \(MYKEYLimits.requestBytes) bytes")
        }
        let param = PercentText.encode(json)
        // The SDK always writes both keys. If there is no value, the value is empty.
        var ids = "&appKey="
        if let key = appKey ?? request.appKey { ids += PercentText.encode(key) }
        ids += "&userId="
        if let user = userId ?? request.uuID { ids += PercentText.encode(user) }
        let text: String
        switch form {
        case .sdkRequest: text = "\(scheme)://\(host)/protocol?param=\(param)\(ids)"
        case .simpleWalletSDK: text = "\(scheme)://\(simpleWalletSDKHost)/protocol?param=\(param)\(ids)"
        case .simpleWallet: text = "\(simpleWalletScheme)://\(simpleWalletHost)?param=\(param)"
        case .scannedJSON: text = String(decoding: json, as: UTF8.self)
        case .open, .dapp: throw MYKEYError(.value, field: "form", reason: "a URL of this form carries no request")
        }
        guard text.utf8.count <= MYKEYLimits.urlBytes else {
            throw MYKEYError(.tooLong, field: "url", reason: "longer than \(MYKEYLimits.urlBytes) bytes")
        }
        return text
    }

    /// The URL that opens the wallet.
    public static let opening = "\(scheme)://\(host)/"

    /// Returns the URL that opens a web page inside the wallet.
    public static func opening(dapp url: String) -> String { "\(scheme)://\(host)/dapp?url=" + PercentText.encode(url) }
}
