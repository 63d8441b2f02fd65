import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the DID login (SDN sheet 1.10).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/getDIDList(_:)``.
    @discardableResult
    public func getDIDList(
        _ address: String, success: @escaping @Sendable (MXDIDListResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.getDIDList(address) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/postPreLoginDID(_:address:messageFormat:)``.
    @discardableResult
    public func postPreLoginDID(
        _ did: String?, address: String?, success: @escaping @Sendable (MXPreLoginResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.postPreLoginDID(did, address: address) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/appServiceSign(_:)``. It passes the answer to `success` unchanged:
    /// `["signature": String]`.
    public func appServiceSign(
        _ message: String, success: @escaping @Sendable ([String: Any]) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) {
        _ = adapt({ (answer: [String: String]) in success(answer) }, failure) { try await self.appServiceSign(message) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/postLoginDID(_:withParameter:)``.
    /// - Parameters:
    ///   - did: not sent, because the challenge names it.
    ///   - withParameter: the body of SDN sheet 1.4, as Foundation's JSON objects.
    ///   - success: receives the answer, with the access token.
    ///   - failure: receives the error.
    @discardableResult
    public func postLoginDID(
        _ did: String?, withParameter: [String: Any], success: @escaping @Sendable (MXDIDLoginResponse) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: withParameter) }
        return adapt(success, failure) { try await self.postLoginDID(did, withParameter: body.get()) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getSDMLoginRandomAddress(_:)``. It passes the answer to `success` unchanged:
    /// `["random": String]`.
    @discardableResult
    public func getSDMLoginRandomAddress(
        _ address: String, success: @escaping @Sendable ([String: Any]) -> Void,
        failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt({ (answer: [String: String]) in success(answer) }, failure) {
            try await self.getSDMLoginRandomAddress(address)
        }
    }
}
