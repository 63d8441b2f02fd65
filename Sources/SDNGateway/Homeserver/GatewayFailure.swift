import HTTPTypes
import HeraldProxy
import SDNWire

/// An error that the gateway answers with a status of its own choice.
package struct GatewayFailure: Error, Sendable, Hashable {
    package let status: Int
    package let error: MatrixError

    package init(status: Int, _ error: MatrixError) {
        self.status = status
        self.error = error
    }

    /// Creates the same error as for a request that was to be passed on.
    init(_ refusal: ProxyRefusal) {
        self.init(
            status: refusal.status.code, MatrixError(MatrixError.Code(rawValue: refusal.code), refusal.sentence + "."))
    }

    /// The homeserver's answer is not what it must be.
    static let invalidResponse = GatewayFailure(ProxyRefusal.invalidResponse)
    /// The homeserver accepts no connection.
    static let unreachable = GatewayFailure(ProxyRefusal.unreachable)
}
