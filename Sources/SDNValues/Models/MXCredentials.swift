import Foundation
import HeraldKeys
import HeraldLocks
import SDNWire

/// The user, device and node of a client, with the tokens (SDN sheet 4.3). It is an object, so that a session and its client see a new
/// token at once.
///
/// Its description names user, device and node, and never a token.
///
/// ```swift
/// let credentials = MXCredentials(
///     node: "https://node.example.org", userId: "@ann:node.example.org", accessToken: storedToken)
/// let client = MXRestClient(credentials: credentials)
/// print(try await client.joinedRooms())
/// ```
public final class MXCredentials: Sendable {
    private struct State {
        var node: String?
        var userId: String?
        var deviceId: String?
        var accessToken: String?
        var refreshToken: String?
        var accessTokenExpiresAt: UInt64 = 0
        var identityServer: String?
        var identityServerAccessToken: String?
        var allowedCertificate: Data?
        var ignoredCertificate: Data?
    }

    private let state: Mutex<State>

    /// Creates credentials from values that the app has stored. Without user and token, they only name a node.
    /// - Parameters:
    ///   - node: the node's URL, such as `https://node.example.org`.
    ///   - userId: the user ID, `@localpart:domain`; `nil` before a login.
    ///   - accessToken: the token that authenticates every call; `nil` before a login.
    public init(node: String, userId: String?, accessToken: String?) {
        state = Mutex(State(node: node, userId: userId, accessToken: accessToken))
    }

    /// Creates the same credentials with the node's address as a `URL`.
    public convenience init(node: URL, userId: String?, accessToken: String?) {
        self.init(node: node.absoluteString, userId: userId, accessToken: accessToken)
    }

    /// Creates credentials from a login's answer. `defaults` supplies what the answer leaves out.
    public init(loginResponse: MXLoginResponse, andDefaultCredentials defaults: MXCredentials?) {
        state = Mutex(
            State(
                node: loginResponse.wellKnownNode ?? defaults?.node, userId: loginResponse.userId,
                deviceId: loginResponse.deviceId,
                accessToken: loginResponse.accessToken, refreshToken: loginResponse.refreshToken,
                accessTokenExpiresAt: loginResponse.accessTokenExpiresAt, identityServer: defaults?.identityServer,
                allowedCertificate: defaults?.allowedCertificate, ignoredCertificate: defaults?.ignoredCertificate))
    }

    /// The node's URL.
    public var node: String? {
        get { state.withLock { $0.node } }
        set { state.withLock { $0.node = newValue } }
    }
    /// The user ID, `@localpart:domain`.
    public var userId: String? {
        get { state.withLock { $0.userId } }
        set { state.withLock { $0.userId = newValue } }
    }
    /// The device that the access token belongs to. A later login with this ID continues the same device.
    public var deviceId: String? {
        get { state.withLock { $0.deviceId } }
        set { state.withLock { $0.deviceId = newValue } }
    }
    /// The token that authenticates every call; `nil` before a login. It is a secret.
    public var accessToken: String? {
        get { state.withLock { $0.accessToken } }
        set { state.withLock { $0.accessToken = newValue } }
    }
    /// The token with which a new access token is requested; `nil` on nodes whose tokens do not expire. It is a secret.
    public var refreshToken: String? {
        get { state.withLock { $0.refreshToken } }
        set { state.withLock { $0.refreshToken = newValue } }
    }
    /// The time when the access token expires, in milliseconds since 1970; 0 means never.
    public var accessTokenExpiresAt: UInt64 {
        get { state.withLock { $0.accessTokenExpiresAt } }
        set { state.withLock { $0.accessTokenExpiresAt = newValue } }
    }
    /// The URL of the identity server, which finds users by e-mail address; `nil` when there is none.
    public var identityServer: String? {
        get { state.withLock { $0.identityServer } }
        set { state.withLock { $0.identityServer = newValue } }
    }
    /// The token that authenticates calls to ``identityServer``. It is a secret.
    public var identityServerAccessToken: String? {
        get { state.withLock { $0.identityServerAccessToken } }
        set { state.withLock { $0.identityServerAccessToken = newValue } }
    }
    /// A certificate (DER) that the user accepted although the system does not trust it.
    public var allowedCertificate: Data? {
        get { state.withLock { $0.allowedCertificate } }
        set { state.withLock { $0.allowedCertificate = newValue } }
    }
    /// A certificate (DER) that the user refused. It is kept so that the user is not asked again.
    public var ignoredCertificate: Data? {
        get { state.withLock { $0.ignoredCertificate } }
        set { state.withLock { $0.ignoredCertificate = newValue } }
    }

    /// Sets another access token for the same session.
    /// - Parameter expiresAt: `nil` for a token that does not expire.
    package func renew(accessToken: String, refreshToken: String?, expiresAt: Timestamp?) {
        setTokens(accessToken, refreshToken, expiresAt?.published ?? 0)
    }

    /// Copies the tokens of other credentials of the same user.
    package func take(tokensOf other: MXCredentials) {
        let (accessToken, refreshToken, expiresAt) = other.state.withLock {
            ($0.accessToken, $0.refreshToken, $0.accessTokenExpiresAt)
        }
        guard let accessToken else { return }
        setTokens(accessToken, refreshToken, expiresAt)
    }

    private func setTokens(_ accessToken: String, _ refreshToken: String?, _ expiresAt: UInt64) {
        state.withLock { state in
            state.accessToken = accessToken
            state.refreshToken = refreshToken
            state.accessTokenExpiresAt = expiresAt
        }
    }

    /// All tokens. They are read and set in one step.
    struct TokenParts {
        var access: String?
        var refresh: String?
        var expiresAt: UInt64 = 0
        var identityServer: String?
    }
    var tokenParts: TokenParts {
        get {
            state.withLock {
                TokenParts(
                    access: $0.accessToken, refresh: $0.refreshToken, expiresAt: $0.accessTokenExpiresAt,
                    identityServer: $0.identityServerAccessToken)
            }
        }
        set {
            state.withLock { state in
                state.accessToken = newValue.access
                state.refreshToken = newValue.refresh
                state.accessTokenExpiresAt = newValue.expiresAt
                state.identityServerAccessToken = newValue.identityServer
            }
        }
    }

    /// The host part of ``node``.
    public func nodeName() -> String? { node.flatMap(URL.init(string:))?.host }
}

extension MXCredentials: Equatable {
    /// True when both credentials name the same user and device on the same node with the same tokens.
    public static func == (left: MXCredentials, right: MXCredentials) -> Bool {
        left === right
            || (left.node == right.node && left.userId == right.userId && left.deviceId == right.deviceId
                && isSame(left.accessToken, right.accessToken) && isSame(left.refreshToken, right.refreshToken))
    }

    private static func isSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return ConstantTime.equals(Array(left.utf8), Array(right.utf8))
    }
}

extension MXCredentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "MXCredentials(\(userId ?? "no user"), device \(deviceId ?? "none"), \(nodeName() ?? "no node"), \(accessToken == nil ? "no token" : "token redacted"))"
    }
    public var debugDescription: String { description }
    /// A mirror that shows the user ID to a debugger, and no token.
    public var customMirror: Mirror { Mirror(self, children: ["userId": userId as Any], displayStyle: .class) }
}
