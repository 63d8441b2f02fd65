import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Makes a call without a proof, and returns the proof that the node asks for in its refusal.
    func authenticationSession(of endpoint: String, _ call: () async throws -> Void) async throws
        -> MXAuthenticationSession
    {
        do {
            try await call()
        } catch let error as MXError where error.httpStatus == 401 && error.userInfo["flows"] != nil {
            return try Self.authenticationSession(of: error, endpoint)
        }
        throw SDNSDKError(
            .malformedResponse, endpoint: endpoint, reason: "the node did this without asking for authentication")
    }

    /// Returns the proof that a node asks for in its refusal.
    /// - Throws: ``/SDNValues/SDNSDKError`` with code `malformedResponse` when the refusal does not say which proof it asks for.
    static func authenticationSession(of error: MXError, _ endpoint: String) throws -> MXAuthenticationSession {
        do {
            return try MXAuthenticationSession(json: JSONReader(error.userInfo))
        } catch let malformed as JSONError {
            throw SDNSDKError(
                .malformedResponse, field: malformed.path, endpoint: endpoint, httpStatus: 401, reason: malformed.reason
            )
        }
    }
}
