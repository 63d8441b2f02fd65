import MYKEYWire

/// The URL with which a wallet returns to the dapp. It was checked, and is safe to open (MYKEY sheet 5.2).
struct ReturnRoute: Sendable, Hashable {
    /// The longest callback URL that is opened, in bytes.
    static let limit = 2048

    let scheme: String
    private let route: AnswerRoute
    /// The place to which the wallet passes a login's code.
    let place: LoginReturn
    /// True for the route of the base protocol (SimpleWallet), in which the URL contains the result but no signature.
    let isPlain: Bool

    init(_ route: AnswerRoute, isPlain: Bool, policy: WalletPolicy) throws(WalletStop) {
        guard route.callback.utf8.count <= Self.limit else {
            throw .refused("the callback is longer than \(Self.limit) bytes")
        }
        guard route.callback.utf8.allSatisfy({ (0x21...0x7E).contains($0) }), let link = try? LinkParts(route.callback)
        else {
            throw .refused("the callback is not a URL")
        }
        if let reason = ReturnScheme.refusal(link, policy: policy) { throw .refused(reason) }
        do {
            place = try LoginReturn(callback: route.callback)
        } catch {
            throw .refused("the callback is not a valid return URL: \(error.reason)")
        }
        scheme = link.scheme
        self.route = route
        self.isPlain = isPlain
    }

    /// True if the return URL carries a signature, and is not a page of this domain.
    func givesSignature(toOthersThan domain: String) -> Bool {
        !isPlain && (try? ServerAddress(route.callback))?.displayHost != domain
    }

    /// Returns the URL with the answer, or `nil` if the callback cannot contain the answer.
    func url(_ result: WalletAnswer.Outcome, payload: String?, transactionID: String?, returnCode: ReturnCode? = nil)
        -> String?
    {
        let answer = WalletAnswer(route, result: result, payload: payload)
        return isPlain
            ? try? answer.simpleWalletURL(
                callback: route.callback, transactionID: transactionID, returnCode: returnCode)
            : try? answer.url(callback: route.callback)
    }
}
