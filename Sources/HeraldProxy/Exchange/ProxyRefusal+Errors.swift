import HeraldPeer
import NIOHTTP1
import NIOHTTPTypesHTTP1

extension ProxyRefusal {
    /// Returns the answer to an error in the input of a connection; `nil` if there is none.
    init?(error: any Error) {
        switch error {
        case let refusal as ProxyRefusal: self = refusal
        case BodyBudget.Refusal.address: self = .bodiesOfAddress
        case BodyBudget.Refusal.everybody: self = .bodies
        case is BodyGate.DeadlinePassed: self = .slowBody
        case is HTTPParserError, is HTTP1TypeConversionError: self = .malformed
        default: return nil
        }
    }
}
