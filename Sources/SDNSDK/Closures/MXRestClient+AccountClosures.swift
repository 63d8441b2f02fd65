import HeraldJSON
import SDNClient
import SDNValues

/// Closure forms of the calls about the account and the node (SDN sheet 3.2).
extension MXRestClient {
    /// The closure form of ``/SDNClient/MXRestClient/supportedSDNVersions()``.
    @discardableResult
    public func supportedSDNVersions(_ completion: @escaping @Sendable (MXResponse<MXSDNVersions>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.supportedSDNVersions() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/wellKnow()``.
    @discardableResult
    public func wellKnow(
        _ success: @escaping @Sendable (MXWellKnown) -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.wellKnow() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/capabilities()``.
    @discardableResult
    public func capabilities(
        _ success: @escaping @Sendable (MXCapabilities) -> Void, failure: (@Sendable (any Error) -> Void)? = nil
    ) -> MXHTTPOperation {
        adapt(success, failure) { try await self.capabilities() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getLoginSession()``.
    @discardableResult
    public func getLoginSession(completion: @escaping @Sendable (MXResponse<MXAuthenticationSession>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.getLoginSession() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/getRegisterSession()``.
    @discardableResult
    public func getRegisterSession(completion: @escaping @Sendable (MXResponse<MXAuthenticationSession>) -> Void)
        -> MXHTTPOperation
    {
        adapt(completion) { try await self.getRegisterSession() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/login(type:username:password:deviceId:deviceDisplayName:)``.
    @discardableResult
    public func login(
        type: MXLoginFlowType = .password, username: String, password: String,
        completion: @escaping @Sendable (MXResponse<MXCredentials>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.login(type: type, username: username, password: password) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/login(parameters:)``.
    @discardableResult
    public func login(
        parameters: [String: Any], completion: @escaping @Sendable (MXResponse<[String: Any]>) -> Void
    ) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: parameters) }
        return adapt({ (response: MXResponse<JSONObject>) in completion(response.map(\.foundationObject)) }) {
            try await self.login(parameters: body.get())
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/register(loginType:username:password:deviceDisplayName:)``.
    @discardableResult
    public func register(
        loginType: MXLoginFlowType = .password, username: String?, password: String,
        completion: @escaping @Sendable (MXResponse<MXCredentials>) -> Void
    ) -> MXHTTPOperation {
        adapt(completion) { try await self.register(loginType: loginType, username: username, password: password) }
    }

    /// The closure form of ``/SDNClient/MXRestClient/register(parameters:)``.
    @discardableResult
    public func register(
        parameters: [String: Any], completion: @escaping @Sendable (MXResponse<[String: Any]>) -> Void
    ) -> MXHTTPOperation {
        let body = Result { try JSONObject(foundation: parameters) }
        return adapt({ (response: MXResponse<JSONObject>) in completion(response.map(\.foundationObject)) }) {
            try await self.register(parameters: body.get())
        }
    }

    /// The closure form of ``/SDNClient/MXRestClient/whoami()``.
    @discardableResult
    public func whoami(completion: @escaping @Sendable (MXResponse<MXWhoAmIResponse>) -> Void) -> MXHTTPOperation {
        adapt(completion) { try await self.whoami() }
    }

    /// The closure form of ``/SDNClient/MXRestClient/logout()``.
    @discardableResult
    public func logout(completion: @escaping @Sendable (MXResponse<Void>) -> Void) -> MXHTTPOperation {
        adapt(completion) { try await self.logout() }
    }
}
