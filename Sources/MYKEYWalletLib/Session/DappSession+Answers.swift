import MYKEYWire

/// Functions that receive the wallet's answers (MYKEY sheet 3.5).
extension DappSession {
    /// Processes a URL with which the system opened the app, or which an opener received.
    ///
    /// If the URL is the answer to a request, the request has ended when this method returns. A success only means that some program opened
    /// a URL with the right id. The dapp's server decides if the request was successful.
    @discardableResult
    public func handle(_ url: String) -> AnswerOutcome {
        guard !configuration.scheme.isEmpty else { return .ignored(.uninitialized) }
        guard let link = try? LinkParts(url) else { return .ignored(.unreadable) }
        guard link.scheme == configuration.scheme.lowercased() else { return .ignored(.otherScheme) }
        guard link.host == WalletAnswer.host || link.host == WalletAnswer.simpleWalletHost, !link.hasUserInfo,
            link.port == nil
        else {
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
        // Android wallets write the error code into `result`, with or without a payload.
        case .code(let number):
            return .failure(failure(MYKEYResultCode(rawValue: number), payload: payload, raw: answer.payload))
        }
    }

    /// Creates the error of an answer that reports a failure. If `result` only says that the request failed, the code in the payload is
    /// used.
    private static func failure(_ code: MYKEYResultCode, payload: String, raw: String?) -> MYKEYWalletError {
        let read = try? FailurePayload(payload: payload)
        var code = code
        // If the payload of a failure contains the code for "cancelled" or "success", the code is ignored, and the answer stays a failure.
        if code == .failure, let inner = read?.errorCode, inner != .cancel, inner != .success { code = inner }
        let told = read?.errorMsg ?? ""
        return MYKEYWalletError(
            code, field: "", reason: told.isEmpty ? code.meaning : told, source: .wallet, payload: raw)
    }

    /// Returns the payload of an answer of the base protocol. Wallets of that protocol send `txID` or `txId` next to `result`, without a
    /// payload (MYKEY sheet 3.1). Herald's wallet sends the code of a login in the same way.
    private static func plainPayload(_ link: LinkParts) -> String {
        for item in (link.query ?? "").split(separator: "&") {
            if item.hasPrefix("txID=") || item.hasPrefix("txId=") {
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
