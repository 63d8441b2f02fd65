import HTTPTypes
import HeraldHTTP
import HeraldProxy
import SDNWire

/// An error that the gateway answers with a status of its own choice.
package struct GatewayFailure: Error, Sendable, Hashable {
    package let status: Int
    package let error: MatrixError
    /// True if the homeserver surely did nothing, so that the same request may be sent again.
    package let hadNoEffect: Bool

    package init(status: Int, _ error: MatrixError, hadNoEffect: Bool = false) {
        self.status = status
        self.error = error
        self.hadNoEffect = hadNoEffect
    }

    /// Creates the same error as for a request that was to be passed on.
    private init(_ refusal: ProxyRefusal, hadNoEffect: Bool = false) {
        self.init(
            status: refusal.status.code, MatrixError(MatrixError.Code(rawValue: refusal.code), refusal.sentence + "."),
            hadNoEffect: hadNoEffect)
    }

    /// Creates the error for a request that got no answer.
    init(_ failure: HTTPFailure) {
        switch failure {
        case .timedOut: self.init(.timeout)
        case .connectionLost: self.init(.closed)
        case .answerTooLarge: self.init(status: 502, MatrixError(.unknown, "The homeserver's answer is too large."))
        case .malformedRequest:
            self.init(
                status: 502, MatrixError(.unknown, "The request cannot be sent to the homeserver."), hadNoEffect: true)
        case .unknownHost, .cannotConnect, .addressRefused, .insecureConnection:
            self.init(.unreachable, hadNoEffect: true)
        case .closed: self.init(.unreachable)
        }
    }

    /// The homeserver's answer is not the JSON that it must be.
    static let invalidResponse = GatewayFailure(
        status: 502, MatrixError(.unknown, "The homeserver's answer is not the JSON that was expected."))
    /// The homeserver, or a proxy in front of it, reports a fault.
    static let failed = GatewayFailure(
        status: 502, MatrixError(.unknown, "The homeserver failed, so try again later."))
    /// The homeserver, or a proxy in front of it, is not ready.
    static let unavailable = GatewayFailure(
        status: 503, MatrixError(.unknown, "The homeserver is not available, so try again later."))
    /// The homeserver accepts no connection.
    static let unreachable = GatewayFailure(ProxyRefusal.unreachable, hadNoEffect: true)
}
