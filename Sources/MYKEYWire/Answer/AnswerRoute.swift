/// Where the answer to a request goes, read as far as it can be even when the request itself is refused: a dapp is told 10012 instead
/// of waiting for ever. MYKEY sheet 3.2, 5.2.
public struct AnswerRoute: Sendable, Hashable {
    /// The dapp's callback URL; whether it may be opened is for the wallet to judge.
    public let callback: String
    /// The id that the answer echoes.
    public let answerID: String?
    /// The `action` word, known or not.
    public let action: String

    /// The route in a wallet's URL or a QR code; `nil` when there is none to be found.
    public init?(_ text: String) {
        guard let json = try? WalletURL.json(in: text) else { return nil }
        self.init(json: json)
    }

    /// The route in a request's JSON; `nil` when there is none to be found.
    public init?(json: [UInt8]) {
        guard let object = try? WireObject(json, maxBytes: MYKEYLimits.requestBytes, field: "request"),
            let callback = (try? object.text("callback")) ?? nil
        else { return nil }
        self.callback = callback
        answerID = ((try? object.text("callbackId")) ?? nil) ?? Self.answerID(in: callback)
        action = ((try? object.text("action")) ?? nil) ?? ""
    }

    /// The route of a request that was read; `nil` without a callback.
    public init?(_ request: WalletRequest) {
        guard let callback = request.callback else { return nil }
        self.callback = callback
        answerID = request.answerID
        action = request.action.rawValue
    }

    /// The `callBackId` in the query of a callback URL.
    static func answerID(in callback: String) -> String? {
        guard let query = (try? LinkParts(callback))?.query, let raw = QueryItems(query).first(WalletAnswer.Key.callBackId), !raw.isEmpty
        else { return nil }
        return try? PercentText.decode(raw)
    }
}

extension WalletRequest {
    /// The id that the answer echoes: ``callbackId``, else `callBackId` in the query of ``callback``.
    public var answerID: String? { callbackId ?? callback.flatMap(AnswerRoute.answerID) }
}
