import HeraldJSON
import SDNValues
import SDNWire

/// A token that logs another device in (SDN sheet 3.2).
public struct MXLoginToken: JSONModel, Hashable, CustomStringConvertible {
    /// The token for a login of type `m.login.token`. It is a secret.
    public let token: String
    /// The time for which the token is valid.
    public let expiresIn: Duration

    package init(json: JSONReader) throws {
        token = try json.string("login_token")
        // A node that follows the original proposal sends the lifetime in seconds, as `expires_in`.
        let seconds = try json.optionalInt("expires_in").map(Duration.seconds)
        expiresIn = try json.optionalInt("expires_in_ms").map(Duration.milliseconds) ?? seconds ?? .zero
    }

    /// The time for which the token is valid. The token itself is left out.
    public var description: String { "MXLoginToken(good for \(expiresIn.milliseconds) ms)" }
}

extension MXLoginToken: CustomDebugStringConvertible, CustomReflectable {
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror without children, so that a dump shows no token.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension MXRestClient {
    /// Returns a token with which the user logs in another device.
    /// - Parameter authParameters: the proof that the caller owns the account, as in ``deleteDevice(_:authParameters:)``.
    /// - Throws: ``/SDNValues/MXError`` of status 401 when the proof is insufficient, with the proof that the node asks for in its
    ///   ``/SDNValues/MXError/userInfo``; ``/SDNValues/MXError/unrecognized`` from a node without such tokens.
    public func generateLoginToken(authParameters: JSONObject? = nil) async throws -> MXLoginToken {
        var body = JSONObject()
        body.set("auth", authParameters.map(JSONValue.object))
        return try await perform(Endpoints.loginToken, BodyRequest(body), as: MXLoginToken.self)
    }

    /// Sets a new password for a user who is not logged in. The user proves the ownership of an email address instead.
    /// - Parameter parameters: `new_password` and `auth` with a stage of type `m.login.email.identity`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func resetPassword(parameters: JSONObject) async throws {
        _ = try await perform(Endpoints.resetPassword, BodyRequest(parameters))
    }

    /// Makes the node send a mail. With the mail, the user proves the ownership of the address, as ``resetPassword(parameters:)`` requires.
    /// - Parameters:
    ///   - email: the account's address.
    ///   - clientSecret: a random string that identifies the proof.
    ///   - sendAttempt: a counter. The node sends another mail only if the number is greater than before.
    /// - Returns: the proof's `sid`.
    /// - Throws: ``/SDNValues/MXError`` when the node refuses; ``/SDNValues/SDNSDKError`` when the request cannot be sent or has no usable answer.
    public func forgetPassword(forEmail email: String, clientSecret: String, sendAttempt: UInt) async throws -> String {
        let body: JSONObject = [
            "email": .string(email), "client_secret": .string(clientSecret),
            "send_attempt": .int(Int64(clamping: sendAttempt)),
        ]
        return try await text("sid", Endpoints.emailTokenOfPassword, BodyRequest(body))
    }
}
