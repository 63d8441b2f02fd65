/// A URL that opens a wallet, or the content of a QR code. MYKEY sheet 3.1, 3.2 and 3.7.
public struct WalletURL: Sendable, Hashable {
    /// The forms of URLs that a wallet knows.
    public enum Form: Sendable, Hashable {
        /// A URL that only opens the wallet: `mykey://mykey.org/`.
        case open
        /// A URL that opens a web page inside the wallet: `mykey://mykey.org/dapp?url=…`.
        case dapp(url: String)
        /// A request of the SDK: `mykey://mykey.org/protocol?param=…&appKey=…&userId=…`.
        case sdkRequest
        /// A SimpleWallet request through the iOS SDK: `mykey://simplewallet.mykey.org/protocol?…`.
        case simpleWalletSDK
        /// A SimpleWallet request: `simplewallet://eos.io?param=…`.
        case simpleWallet
        /// The JSON of a request without a URL, as QR codes contain it.
        case scannedJSON
    }

    /// The scheme that wallets register.
    public static let scheme = "mykey"
    /// The scheme of the base protocol.
    public static let simpleWalletScheme = "simplewallet"
    static let host = "mykey.org"
    static let simpleWalletSDKHost = "simplewallet.mykey.org"
    static let simpleWalletHost = "eos.io"

    /// The form of the URL.
    public let form: Form
    /// The request, or `nil` if the URL only opens the wallet or a page in it.
    public let request: WalletRequest?
    /// The decoded `appKey` next to `param`. Herald's wallet does not read it: it reads the `appKey` in the request.
    public let appKey: String?
    /// The decoded `userId` next to `param`. Herald's wallet does not read it: it reads the `uuID` in the request.
    public let userId: String?

    /// Reads a URL, or the JSON of a QR code if the text begins with `{`.
    /// - Throws: ``MYKEYError``: `tooLong` for more than 64 KiB, `unknown` for a foreign scheme, host or path, `obfuscated` for the
    ///   published wallet's undocumented form of `param`, or the error of the request. The wallet then answers 10012 to the place that
    ///   ``AnswerRoute`` names.
    public init(_ text: String) throws(MYKEYError) {
        if text.utf8.first == UInt8(ascii: "{") {
            (form, appKey, userId) = (.scannedJSON, nil, nil)
            request = try WalletRequest(json: Array(text.utf8))
            return
        }
        let link = try LinkParts(text)
        let items = QueryItems(link.query ?? "")
        form = try Self.form(of: link, items)
        switch form {
        case .open, .dapp: (request, appKey, userId) = (nil, nil, nil)
        case .sdkRequest, .simpleWalletSDK, .simpleWallet, .scannedJSON:
            request = try WalletRequest(json: try Self.json(items))
            appKey = try Self.value("appKey", items)
            userId = try Self.value("userId", items)
        }
    }

    /// Returns the JSON of the request in a URL or QR code. The JSON is not checked.
    static func json(in text: String) throws(MYKEYError) -> [UInt8] {
        if text.utf8.first == UInt8(ascii: "{") { return Array(text.utf8) }
        let link = try LinkParts(text)
        let items = QueryItems(link.query ?? "")
        _ = try form(of: link, items)
        return try json(items)
    }

    private static func json(_ items: QueryItems) throws(MYKEYError) -> [UInt8] {
        guard let raw = try items.only("param"), !raw.isEmpty else {
            throw MYKEYError(.missing, field: "param", reason: "the field is absent or empty")
        }
        return try ParamText.json(in: raw)
    }

    private static func form(of link: LinkParts, _ items: QueryItems) throws(MYKEYError) -> Form {
        guard !link.hasUserInfo, link.port == nil else {
            throw MYKEYError(.unknown, field: "url", reason: "a wallet's URL must have neither user nor port")
        }
        switch (link.scheme, link.host, link.path) {
        case (scheme, host, ""), (scheme, host, "/"): return .open
        case (scheme, host, "/dapp"):
            guard let url = try value("url", items) else {
                throw MYKEYError(.missing, field: "url", reason: "the field is absent or empty")
            }
            return .dapp(url: url)
        case (scheme, host, "/protocol"): return .sdkRequest
        case (scheme, simpleWalletSDKHost, "/protocol"): return .simpleWalletSDK
        case (simpleWalletScheme, simpleWalletHost, ""), (simpleWalletScheme, simpleWalletHost, "/"):
            return .simpleWallet
        default: throw MYKEYError(.unknown, field: "url", reason: "scheme, host and path are not those of a wallet")
        }
    }

    private static func value(_ name: String, _ items: QueryItems) throws(MYKEYError) -> String? {
        guard let raw = try items.only(name), !raw.isEmpty else { return nil }
        do {
            return try PercentText.decode(raw)
        } catch {
            throw MYKEYError(.encoding, field: name, reason: error.reason)
        }
    }
}
