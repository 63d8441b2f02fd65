/// The route of the answer to a request. It is read as far as possible even when the request is rejected, so that the dapp gets 10012 instead
/// of waiting forever. MYKEY sheet 3.2, 5.2.
public struct AnswerRoute: Sendable, Hashable {
    /// The dapp's callback URL. The wallet must decide whether to open it.
    public let callback: String
    /// The id that the answer repeats.
    public let answerID: String?
    /// The text of `action`, known or not.
    public let action: String

    /// Reads the route from a wallet's URL or a QR code. Returns `nil` when there is none.
    public init?(_ text: String) {
        guard let json = try? WalletURL.json(in: text) else { return nil }
        self.init(json: json)
    }

    /// Reads the route from a request's JSON. Returns `nil` when there is none.
    public init?(json: [UInt8]) {
        guard let object = try? WireObject(json, maxBytes: MYKEYLimits.requestBytes, field: "request"),
            let callback = (try? object.text("callback")) ?? nil
        else { return nil }
        self.callback = callback
        answerID = ((try? object.text("callbackId")) ?? nil) ?? Self.answerID(in: callback)
        action = ((try? object.text("action")) ?? nil) ?? ""
    }

    /// Creates the route of a request. Returns `nil` when it has no callback.
    public init?(_ request: WalletRequest) {
        guard let callback = request.callback else { return nil }
        self.callback = callback
        answerID = request.answerID
        action = request.action.rawValue
    }

    /// Returns the `callBackId` in the query of a callback URL.
    static func answerID(in callback: String) -> String? {
        guard let query = (try? LinkParts(callback))?.query,
            let raw = QueryItems(query).first(WalletAnswer.Key.callBackId), !raw.isEmpty
        else { return nil }
        return try? PercentText.decode(raw)
    }
}

extension WalletRequest {
    /// The id that the answer echoes: ``callbackId``, else `callBackId` in the query of ``callback``.
    public var answerID: String? { callbackId ?? callback.flatMap(AnswerRoute.answerID) }
}
