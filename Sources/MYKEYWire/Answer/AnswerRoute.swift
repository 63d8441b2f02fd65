/// The way back to the dapp: the data that an answer to a request needs. It is read even if the request is rejected, so that the dapp gets
/// 10012 instead of waiting forever. MYKEY sheet 3.2, 5.2.
public struct AnswerRoute: Sendable, Hashable {
    /// The dapp's callback URL. The wallet must decide if it opens this URL.
    public let callback: String
    /// The id of the request, which the answer must repeat.
    public let answerID: String?
    /// The text of `action`, which may be unknown.
    public let action: String

    /// Reads the route from a request URL or a QR code. Returns `nil` if the text contains no route.
    public init?(_ text: String) {
        guard let json = try? WalletURL.json(in: text) else { return nil }
        self.init(json: json)
    }

    /// Reads the route from the JSON of a request. Returns `nil` if the JSON contains no route.
    public init?(json: [UInt8]) {
        guard let object = try? WireObject(json, maxBytes: MYKEYLimits.requestBytes, field: "request"),
            let callback = (try? object.text("callback")) ?? nil
        else { return nil }
        self.callback = callback
        answerID = ((try? object.text("callbackId")) ?? nil) ?? Self.answerID(in: callback)
        action = ((try? object.text("action")) ?? nil) ?? ""
    }

    /// Creates the route for a request. Returns `nil` if the request has no callback.
    public init?(_ request: WalletRequest) {
        guard let callback = request.callback else { return nil }
        self.callback = callback
        answerID = request.answerID
        action = request.action.rawValue
    }

    /// Returns the value of `callBackId` in the query of a callback URL.
    static func answerID(in callback: String) -> String? {
        guard let query = (try? LinkParts(callback))?.query,
            let raw = QueryItems(query).first(WalletAnswer.Key.callBackId), !raw.isEmpty
        else { return nil }
        return try? PercentText.decode(raw)
    }
}

extension WalletRequest {
    /// The id of the request, which the answer must repeat. It is ``callbackId``, or else `callBackId` in the query of ``callback``.
    public var answerID: String? { callbackId ?? callback.flatMap(AnswerRoute.answerID) }
}
