import MYKEYWire

/// Where a wallet returns to, once it is judged safe to open (MYKEY sheet 5.2).
struct ReturnRoute: Sendable, Hashable {
    /// The longest callback that is opened, in bytes.
    static let limit = 2048
    /// Schemes that run something or read something on this machine, or lead back into a wallet.
    private static let forbidden: Set<String> = [
        "javascript", "vbscript", "data", "file", "filesystem", "blob", "about", "view-source", "content", "intent", "mykey", "simplewallet",
    ]

    let scheme: String
    private let route: AnswerRoute
    /// A dapp of the base protocol reads `result` and `txID` only.
    /// Whether the way back is SimpleWallet's own, which carries the result and no signature.
    let isPlain: Bool

    init(_ route: AnswerRoute, isPlain: Bool, policy: WalletPolicy) throws(WalletStop) {
        guard route.callback.utf8.count <= Self.limit else { throw .refused("the callback is longer than \(Self.limit) bytes") }
        guard route.callback.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let link = try? LinkParts(route.callback) else {
            throw .refused("the callback is no URL")
        }
        guard !Self.forbidden.contains(link.scheme) else { throw .refused("a callback of the scheme \(link.scheme) is never opened") }
        guard policy.allowsWebCallbacks || (link.scheme != "http" && link.scheme != "https") else {
            throw .refused("the callback is a web page, not the dapp")
        }
        scheme = link.scheme
        self.route = route
        self.isPlain = isPlain
    }

    /// The URL that brings the answer; `nil` when the callback cannot carry it.
    func url(_ result: WalletAnswer.Outcome, payload: String?, transactionID: String?) -> String? {
        let answer = WalletAnswer(route, result: result, payload: payload)
        return isPlain
            ? try? answer.simpleWalletURL(callback: route.callback, transactionID: transactionID) : try? answer.url(callback: route.callback)
    }
}
