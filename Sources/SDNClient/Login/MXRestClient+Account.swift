import Foundation
import HeraldJSON
import SDNValues
import SDNWire

extension MXRestClient {
    /// Returns the ways to log in that the node offers (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func getLoginSession() async throws -> MXAuthenticationSession {
        try await call(Endpoints.loginFlows, NoInput(), retry: .standard) { try MXAuthenticationSession(document: $0) }
    }

    /// Returns the ways to register that the node offers.
    /// - Throws: ``/SDNValues/MXError/forbidden`` when the node does not allow registrations.
    public func getRegisterSession() async throws -> MXAuthenticationSession {
        try await authenticationSession(of: Endpoints.register.name) {
            _ = try await self.perform(Endpoints.register, RegisterRequest(body: [:]), retry: .ifNotSent)
        }
    }

    /// Logs in with a body that the app composed, and returns the answer unchanged.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func login(parameters: JSONObject) async throws -> JSONObject {
        try await call(Endpoints.login, LoginRequest(body: parameters), retry: .ifNotSent) {
            try ObjectContent(document: $0).content
        }
    }

    /// Logs in with a password.
    /// - Parameters:
    ///   - type: ``/SDNValues/MXLoginFlowType/password``, or another type that the node accepts with a password.
    ///   - username: a localpart or a whole user ID.
    ///   - password: the password.
    ///   - deviceId: the existing device to use; `nil` creates a new one.
    ///   - deviceDisplayName: the name that the user sees in the list of devices.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func login(
        type: MXLoginFlowType = .password, username: String, password: String, deviceId: String? = nil,
        deviceDisplayName: String? = nil
    ) async throws -> MXCredentials {
        var request = LoginRequest(
            user: username, password: password, deviceID: deviceId, deviceDisplayName: deviceDisplayName)
        request.body["type"] = .string(type.identifier)
        if options.authEnableRefreshTokens { request.body["refresh_token"] = true }
        let body = request
        return makeCredentials(
            try await call(Endpoints.login, body, retry: .ifNotSent) { try MXLoginResponse(document: $0) })
    }

    /// Registers with a body that the app composed, and returns the answer unchanged.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func register(parameters: JSONObject) async throws -> JSONObject {
        try await call(Endpoints.register, RegisterRequest(body: parameters), retry: .ifNotSent) {
            try ObjectContent(document: $0).content
        }
    }

    /// Creates an account with a password, on a node that asks for nothing else.
    /// - Parameters:
    ///   - loginType: the stage to complete. ``/SDNValues/MXLoginFlowType/password`` stands for `m.login.dummy`, the stage that asks for nothing.
    ///   - username: a localpart; `nil` lets the node choose.
    ///   - password: the password.
    ///   - deviceDisplayName: the name that the user sees in the list of devices.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func register(
        loginType: MXLoginFlowType = .password, username: String?, password: String, deviceDisplayName: String? = nil
    ) async throws -> MXCredentials {
        // The type `password` stands for the stage `m.login.dummy`, which asks for nothing. Any other type is itself the stage.
        let stage = loginType == .password ? MXLoginFlowType.dummy : loginType
        var body: JSONObject = ["password": .string(password), "auth": ["type": .string(stage.identifier)]]
        body.set("username", username)
        body.set("initial_device_display_name", deviceDisplayName)
        if options.authEnableRefreshTokens { body["refresh_token"] = true }
        let request = RegisterRequest(body: body)
        return makeCredentials(
            try await call(Endpoints.register, request, retry: .ifNotSent) { try MXLoginResponse(document: $0) })
    }

    /// Returns the owner of the client's access token (SDN sheet 7.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func whoami() async throws -> MXWhoAmIResponse {
        let wire = try await perform(Endpoints.whoami, NoInput())
        return MXWhoAmIResponse(userId: wire.userID, deviceId: wire.deviceID, isGuest: wire.isGuest)
    }

    /// Ends this session. Its access token is invalid afterwards (SDN sheet 3.2).
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func logout() async throws {
        _ = try await perform(Endpoints.logout, NoInput())
    }

    /// Ends every session of the user.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func logoutAll() async throws {
        _ = try await perform(Endpoints.logoutAll, NoInput())
    }

    func makeCredentials(_ response: MXLoginResponse) -> MXCredentials {
        MXCredentials(
            loginResponse: response.expiring(from: pipeline.clock.wall().published), andDefaultCredentials: credentials)
    }
}
