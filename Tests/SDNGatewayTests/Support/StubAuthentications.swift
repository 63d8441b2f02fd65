import HeraldJSON
import Synchronization

@testable import SDNGateway

/// The interactive authentications of a homeserver (Synapse 1.163: `AuthHandler.check_ui_auth`).
struct StubAuthentications: Sendable {
    /// The request that a session was opened for, without `auth`.
    struct Session: Sendable, Hashable {
        let user: String
        let method: String
        let target: String
        let body: JSONObject
    }

    var sessions: [String: Session] = [:]
    var deactivated: Set<String> = []
    /// The users with a locked account.
    var locked: Set<String> = []
    /// The keys for cross-signing, by user.
    var keys: [String: JSONObject] = [:]
    /// The passwords of users without a wallet.
    var passwords: [String: String] = [:]
    /// False for a homeserver without the gateway's module.
    var hasModule = true
    /// True if a login that was a moment ago is enough (`ui_auth: session_timeout`).
    var trustsLogins = false
}

extension StubHomeserver {
    private static let root = "/_matrix/client/v3/"

    /// Opens a session of a user without a wallet.
    func addUser(_ name: String, password: String) -> (user: String, token: String) {
        let user = "@\(name):\(Self.serverName)"
        state.withLock { $0.authentications.passwords[user] = password }
        return (user, addSession(of: user, device: "PHONE"))
    }

    /// True if an access token is that of a session.
    func knows(_ token: String) -> Bool { state.withLock { $0.users[token] != nil } }

    /// Answers the requests that need interactive authentication; `nil` for others.
    func confirmed(_ request: Received) -> Answer? {
        guard request.target.hasPrefix(Self.root) else { return nil }
        let path = request.target.dropFirst(Self.root.count)
        let isDeletion = request.method == "DELETE" && path.hasPrefix("devices/")
        guard isDeletion || ["delete_devices", "account/deactivate", "keys/device_signing/upload"].contains(path) else {
            return nil
        }
        let token = request.authorization.map { String($0.dropFirst("Bearer ".count)) } ?? ""
        guard let user = state.withLock({ $0.users[token] }) else { return Self.error(401, "M_UNKNOWN_TOKEN") }
        var body = request.body?.objectValue ?? [:]
        let auth = body["auth"]?.objectValue
        body["auth"] = nil
        if path == "keys/device_signing/upload" {
            let stored = state.withLock { $0.authentications.keys[user] }
            guard stored != body else { return Answer(body: "{}") }
            if stored != nil, let demand = demand(auth, of: user, request, body, canSkip: false) { return demand }
            state.withLock { $0.authentications.keys[user] = body }
            return Answer(body: "{}")
        }
        if let demand = demand(auth, of: user, request, body, canSkip: path != "account/deactivate") { return demand }
        if path == "account/deactivate" {
            state.withLock { state in
                state.authentications.deactivated.insert(user)
                state.users = state.users.filter { $0.value != user }
            }
            return Answer(body: #"{"id_server_unbind_result":"success"}"#)
        }
        let named = isDeletion ? [String(path.dropFirst("devices/".count))] : Self.texts(body["devices"])
        state.withLock { state in
            for (token, device) in state.devices where state.users[token] == user && named.contains(device) {
                state.users[token] = nil
            }
        }
        return Answer(body: "{}")
    }

    private static func texts(_ value: JSONValue?) -> [String] { (value?.arrayValue ?? []).compactMap(\.stringValue) }

    /// Returns the demand for a proof; `nil` if the request may be done.
    private func demand(
        _ auth: JSONObject?, of user: String, _ request: Received, _ body: JSONObject, canSkip: Bool
    ) -> Answer? {
        let (password, hasModule, trusts) = state.withLock { state in
            let all = state.authentications
            return (all.passwords[user], all.hasModule, all.trustsLogins)
        }
        if canSkip, trusts { return nil }
        var stages: [String] = hasModule ? [HomeserverConfirmation.stage] : []
        if password != nil { stages.append("m.login.password") }
        let own = StubAuthentications.Session(user: user, method: request.method, target: request.target, body: body)
        let named = auth?["session"]?.stringValue
        let session = named ?? "uia\(state.withLock { $0.authentications.sessions.count })"
        if named == nil { state.withLock { $0.authentications.sessions[session] = own } }
        guard state.withLock({ $0.authentications.sessions[session] }) == own else {
            return Self.error(403, "M_UNKNOWN")
        }
        var error = ""
        if let auth, let type = auth["type"]?.stringValue {
            if isProof(auth, type, stages, session, user, password) { return nil }
            error = #","errcode":"M_FORBIDDEN","error":"Invalid username or password","completed":[]"#
        }
        let flows = stages.map { #"{"stages":["\#($0)"]}"# }.joined(separator: ",")
        return Answer(status: 401, body: #"{"session":"\#(session)","flows":[\#(flows)],"params":{}\#(error)}"#)
    }

    private func isProof(
        _ auth: JSONObject, _ type: String, _ stages: [String], _ session: String, _ user: String, _ password: String?
    ) -> Bool {
        guard stages.contains(type), auth["identifier"]?["user"]?.stringValue == user else { return false }
        if type == "m.login.password" { return auth["password"]?.stringValue == password }
        guard let claims = signedClaims(of: auth["proof"]?.stringValue ?? "") else { return false }
        return claims["aud"]?.stringValue == "\(Self.serverName)/proofs" && claims["sub"]?.stringValue == user
            && claims["sid"]?.stringValue == session
    }
}
