import MYKEYWire

/// An answer comes in (MYKEY sheet 3.5).
extension DappSession {
    /// Takes a URL that the app was opened with, or that an opener brought.
    ///
    /// The request that it answers, if there is one, has ended when this returns. A success says that somebody opened a URL with the
    /// right id, nothing more: the verdict is the server's.
    @discardableResult
    public func handle(_ url: String) -> AnswerOutcome {
        guard !configuration.scheme.isEmpty else { return .ignored(.uninitialized) }
        guard let link = try? LinkParts(url) else { return .ignored(.unreadable) }
        guard link.scheme == configuration.scheme.lowercased() else { return .ignored(.otherScheme) }
        guard link.host == WalletAnswer.host || link.host == WalletAnswer.simpleWalletHost, !link.hasUserInfo, link.port == nil else {
            return .ignored(.otherHost)
        }
        guard let answer = try? WalletAnswer(url: url) else { return .ignored(.unreadable) }
        guard !answer.callBackId.isEmpty else { return .ignored(.withoutID) }
        let action = answer.action.isEmpty ? nil : answer.action
        switch pending.settle(answer.callBackId, action: action, Self.outcome(of: answer, link)) {
        case .settled: return .delivered(callBackId: answer.callBackId)
        case .ended: return .ignored(.late)
        case .unknown: return .ignored(.unknownRequest)
        case .otherAction: return .ignored(.otherAction)
        }
    }

    private static func outcome(of answer: WalletAnswer, _ link: LinkParts) -> RequestOutcome {
        let payload = answer.payload ?? ""
        switch answer.result {
        case .cancelled: return .cancelled
        case .success: return .success(payload: payload.isEmpty ? plainPayload(link) : payload)
        case .failure: return .failure(failure(.failure, payload: payload, raw: payload))
        // Android wallets put the code here, with or without a payload.
        case .code(let number): return .failure(failure(MYKEYResultCode(rawValue: number), payload: payload, raw: answer.payload))
        }
    }

    /// The code of the payload counts where `result` says nothing but that it failed.
    private static func failure(_ code: MYKEYResultCode, payload: String, raw: String?) -> MYKEYWalletError {
        let read = try? FailurePayload(payload: payload)
        var code = code
        // A failure that calls itself cancelled or done is a failure.
        if code == .failure, let inner = read?.errorCode, inner != .cancel, inner != .success { code = inner }
        let told = read?.errorMsg ?? ""
        return MYKEYWalletError(code, field: "", reason: told.isEmpty ? code.meaning : told, source: .wallet, payload: raw)
    }

    /// Wallets of the base protocol return `txID` beside `result`, without a payload (MYKEY sheet 3.1); Herald's returns a login's code so.
    private static func plainPayload(_ link: LinkParts) -> String {
        for item in (link.query ?? "").split(separator: "&") {
            if item.hasPrefix("txID=") {
                guard let id = try? PercentText.decode(item.dropFirst(5)), !id.isEmpty else { return "" }
                return TransactionPayload(txId: id).payload
            }
            if item.hasPrefix("returnCode="), let code = try? ReturnCode(String(item.dropFirst(11))) {
                return "{\"returnCode\":\"\(code.exposedText)\"}"
            }
        }
        return ""
    }
}
