import HeraldJSON
import SDNWire

/// A token that logs another device in (SDN sheet 3.2).
public struct MXLoginToken: JSONModel, Hashable, CustomStringConvertible {
    /// For a login of type `m.login.token`. A secret.
    public let token: String
    /// How long it is good, in milliseconds.
    public let expiresInMilliseconds: Int64

    init(json: JSONReader) throws {
        token = try json.string("login_token")
        // The proposal counted in seconds.
        let seconds = try json.optionalInt("expires_in").map { $0.multipliedReportingOverflow(by: 1000) }
        expiresInMilliseconds = try json.optionalInt("expires_in_ms") ?? seconds.map { $0.overflow ? .max : $0.partialValue } ?? 0
    }

    /// Names how long it is good, not the token.
    public var description: String { "MXLoginToken(good for \(expiresInMilliseconds) ms)" }
}

extension MXLoginToken: CustomDebugStringConvertible, CustomReflectable {
    /// As ``description``.
    public var debugDescription: String { description }
    /// Without children: a dump shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension MXRestClient {
    /// A token with which the user logs another device in.
    /// - Parameter authParameters: the proof that the account is the caller's, as of ``deleteDevice(_:authParameters:)``.
    /// - Throws: ``MXError`` of status 401 with what to prove in its ``MXError/userInfo``; ``MXError/unrecognized`` from a node without such tokens.
    public func generateLoginToken(authParameters: JSONObject? = nil) async throws -> MXLoginToken {
        var body = JSONObject()
        body.set("auth", authParameters.map(JSONValue.object))
        return try await perform(Endpoints.loginToken, BodyRequest(body), as: MXLoginToken.self)
    }

    /// Sets a password without a login, proved by an email address.
    /// - Parameter parameters: `new_password` and `auth` with a stage of type `m.login.email.identity`.
    public func resetPassword(parameters: JSONObject) async throws { _ = try await perform(Endpoints.resetPassword, BodyRequest(parameters)) }

    /// Has a mail sent with which ``resetPassword(parameters:)`` proves the address.
    /// - Parameters:
    ///   - email: the account's address.
    ///   - clientSecret: a random text that names the proof.
    ///   - sendAttempt: counted up to have another mail sent.
    /// - Returns: the proof's `sid`.
    public func forgetPassword(forEmail email: String, clientSecret: String, sendAttempt: UInt) async throws -> String {
        let body: JSONObject = [
            "email": .string(email), "client_secret": .string(clientSecret), "send_attempt": .int(Int64(clamping: sendAttempt)),
        ]
        return try await text("sid", Endpoints.emailTokenOfPassword, BodyRequest(body))
    }
}
