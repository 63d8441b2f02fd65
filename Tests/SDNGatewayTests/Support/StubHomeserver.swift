import HTTPTypes
import HeraldJSON
import HeraldKeys
import HeraldPeer
import Logging
import Synchronization

@testable import SDNGateway

/// Stands in for a homeserver that accepts the gateway's tokens, and refuses them for the reasons for which Synapse does (SDN sheet 8.2).
final class StubHomeserver: ListenerHandler {
    /// A request that arrived.
    struct Received: Sendable, Hashable {
        let method: String
        let target: String
        let authorization: String?
        let userAgent: String?
        let forwardedFor: String?
        let requestID: String?
        let body: JSONValue?
    }

    /// An answer in place of the usual one.
    struct Answer: Sendable {
        var status = 200
        var body: String
        var headers: HTTPFields = [:]
    }

    struct State {
        var received: [Received] = []
        /// The users and the devices, by access token.
        var users: [String: String] = [:]
        var devices: [String: String] = [:]
        var override: [String: Answer] = [:]
        var effects: [String: @Sendable () -> Void] = [:]
        var logins = 0
        var authentications = StubAuthentications()
    }

    static let serverName = "matrix.example"
    let key: GatewayKey
    private let clock: @Sendable () -> Int64
    let state = Mutex(State())
    private let listener = Mutex<HTTPListener?>(nil)
    /// The login types that the stub offers.
    let flows = Mutex(["org.matrix.login.jwt", HomeserverConfirmation.stage])

    /// - Parameter clock: returns the seconds since 1970.
    init(key: GatewayKey, clock: @escaping @Sendable () -> Int64) {
        self.key = key
        self.clock = clock
    }

    /// Starts listening, on a port that the system chooses, and returns the URL.
    func start() async throws -> String {
        let listener = try await HTTPListener.start(
            host: "127.0.0.1", port: 0, limits: HTTPListener.Limits(bodyDeadline: .seconds(60), farewell: .seconds(1)),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, handler: self)
        self.listener.withLock { $0 = listener }
        return "http://127.0.0.1:\(listener.port)"
    }

    func stop() async { await listener.withLock { $0.take() }?.stop() }

    /// The requests so far.
    var received: [Received] { state.withLock(\.received) }
    func received(_ path: String) -> [Received] { received.filter { $0.target == path } }

    /// Sets the answer to all requests for a target.
    func answer(_ target: String, with answer: Answer?) { state.withLock { $0.override[target] = answer } }

    /// Runs a closure before each answer to a request for a target.
    func whenAsked(_ target: String, _ effect: @escaping @Sendable () -> Void) {
        state.withLock { $0.effects[target] = effect }
    }

    func admit(_ request: ListenerRequest) async -> ListenerAdmission {
        .admitted(.whole(upTo: 1 << 20)) { body in
            let received = Received(
                method: request.method, target: request.target, authorization: request.headers[.authorization],
                userAgent: request.headers[.userAgent],
                forwardedFor: HTTPField.Name("X-Forwarded-For").flatMap { request.headers[$0] },
                requestID: HTTPField.Name("X-Request-Id").flatMap { request.headers[$0] },
                body: try? JSONValue(parsing: body.bytes))
            let answer = self.answer(to: received)
            var headers = answer.headers
            headers[.contentType] = "application/json"
            return ListenerResponse(
                HTTPResponse.Status(code: answer.status), headers: headers, body: .bytes(Array(answer.body.utf8)))
        }
    }

    func response(to failure: ListenerFailure) -> ListenerResponse { ListenerResponse(.internalServerError) }

    private func answer(to request: Received) -> Answer {
        let (override, effect) = state.withLock { state in
            state.received.append(request)
            return (state.override[request.target], state.effects[request.target])
        }
        effect?()
        if let override { return override }
        switch (request.method, request.target) {
        case ("GET", "/_matrix/client/versions"): return Answer(body: #"{"versions":["v1.11"]}"#)
        case ("GET", "/_matrix/client/v3/login"):
            let flows = flows.withLock { $0 }.map { #"{"type":"\#($0)"}"# }
            return Answer(body: #"{"flows":[\#(flows.joined(separator: ","))]}"#)
        case ("POST", "/_matrix/client/v3/login"): return login(request.body ?? .null)
        case ("GET", "/_matrix/client/v3/account/whoami"):
            let token = request.authorization.map { String($0.dropFirst("Bearer ".count)) } ?? ""
            guard let user = state.withLock({ $0.users[token] }) else { return Self.error(401, "M_UNKNOWN_TOKEN") }
            return Answer(body: #"{"user_id":"\#(user)"}"#)
        case ("GET", let target) where target.hasPrefix("/_matrix/client/v3/register/available"):
            return Self.error(403, "M_FORBIDDEN")
        case ("GET", let target) where target.hasPrefix("/_matrix/client/v3/profile/%40sdn_0000"):
            return Self.error(404, "M_NOT_FOUND")
        case ("POST", "/_matrix/client/v3/logout/all"):
            let token = request.authorization.map { String($0.dropFirst("Bearer ".count)) } ?? ""
            let known = state.withLock { state -> Bool in
                guard let user = state.users[token] else { return false }
                state.users = state.users.filter { $0.value != user }
                return true
            }
            return known ? Answer(body: "{}") : Self.error(401, "M_UNKNOWN_TOKEN")
        case ("POST", "/_matrix/client/v3/logout"):
            let token = request.authorization.map { String($0.dropFirst("Bearer ".count)) } ?? ""
            let user = state.withLock { state in
                state.devices[token] = nil
                return state.users.removeValue(forKey: token)
            }
            return user == nil ? Self.error(401, "M_UNKNOWN_TOKEN") : Answer(body: "{}")
        default: return confirmed(request) ?? Answer(body: #"{"path":"\#(request.target)"}"#)
        }
    }

    private func login(_ body: JSONValue) -> Answer {
        guard body["type"]?.stringValue == "org.matrix.login.jwt" else { return Self.error(403, "M_FORBIDDEN") }
        guard let claims = claims(of: body["token"]?.stringValue ?? "") else { return Self.error(403, "M_FORBIDDEN") }
        let localpart = claims["sub"]?.stringValue ?? ""
        guard localpart == localpart.lowercased() else { return Self.error(400, "M_INVALID_USERNAME") }
        let user = "@\(localpart):\(Self.serverName)"
        guard !state.withLock({ $0.authentications.deactivated.contains(user) }) else {
            return Self.error(403, "M_USER_DEACTIVATED")
        }
        guard !state.withLock({ $0.authentications.locked.contains(user) }) else {
            return Self.error(401, "M_USER_LOCKED", #","soft_logout":true"#)
        }
        let device = body["device_id"]?.stringValue ?? "NEWDEVICE"
        let token = addSession(of: user, device: device)
        let renewal = body["refresh_token"]?.boolValue == true ? #","refresh_token":"r","expires_in_ms":300000"# : ""
        return Answer(
            body:
                #"{"user_id":"\#(user)","access_token":"\#(token)","home_server":"x","device_id":"\#(device)"\#(renewal)}"#
        )
    }

    /// Opens a session, and returns its access token.
    func addSession(of user: String, device: String) -> String {
        state.withLock { state in
            state.logins += 1
            let token = "token\(state.logins)"
            state.users[token] = user
            state.devices[token] = device
            return token
        }
    }

    /// Returns the claims of a token that the homeserver accepts for a login.
    private func claims(of token: String) -> JSONValue? {
        guard let claims = signedClaims(of: token), claims["aud"]?.arrayValue == [.string(Self.serverName)] else {
            return nil
        }
        return claims
    }

    /// Returns the claims of a token for any audience.
    func signedClaims(of token: String) -> JSONValue? {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 3, let header = Self.json(parts[0]), header["alg"]?.stringValue == "ES256",
            let claims = Self.json(parts[1]), let signature = try? Base64URL.decode(parts[2]),
            key.isSignature(signature, of: Array("\(parts[0]).\(parts[1])".utf8)),
            claims["iss"]?.stringValue == "sdn-gateway",
            let issued = claims["iat"]?.intValue, let end = claims["exp"]?.intValue, end - issued == 60, end > clock()
        else { return nil }
        return claims
    }

    private static func json(_ text: String) -> JSONValue? {
        (try? Base64URL.decode(text)).flatMap { try? JSONValue(parsing: $0) }
    }

    static func error(_ status: Int, _ code: String, _ more: String = "") -> Answer {
        Answer(status: status, body: #"{"errcode":"\#(code)","error":"no"\#(more)}"#)
    }
}
