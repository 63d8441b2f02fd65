import HeraldPeer
import SDNWire

extension HTTPMetrics.Refusal {
    /// The reason under which an error is counted; `nil` for an error that is no refusal.
    init?(_ error: any Error) {
        let found: HTTPMetrics.Refusal? =
            switch error {
            case let error as MatrixError: Self.reason(of: error.code)
            case let error as StatusedError: Self.reason(of: error.error.code)
            case is RequestBodyStream.TooSlow: .bodyTooSlow
            case is BodyBudget.Refusal: .bodyMemory
            case is ResponseBudget.Full: .answerMemory
            default: nil
            }
        guard let found else { return nil }
        self = found
    }

    private static func reason(of code: MatrixError.Code) -> HTTPMetrics.Refusal? {
        switch code {
        case .limitExceeded: .rateLimit
        case .missingToken: .missingToken
        case .unknownToken: .wrongToken
        case .tooLarge: .bodyTooLong
        default: nil
        }
    }
}
