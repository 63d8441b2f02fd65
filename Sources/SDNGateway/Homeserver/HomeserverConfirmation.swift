import HeraldHTTP
import HeraldJSON
import Logging
import SDNWire

/// Sends requests for which the homeserver requires interactive authentication, and gives the proof in the user's place (SDN sheet 8.3). The gateway
/// calls ``complete(_:of:token:)`` only after the user's wallet has signed.
struct HomeserverConfirmation: Sendable {
    /// The stage that the module in the homeserver adds. Clients see it only in answers to requests that the gateway passes on, and cannot complete it
    /// (SDN sheet 8.4).
    static let stage = "org.sdn.gateway.proof"
    private static let root = "/_matrix/client/v3/"

    /// A request of a user to the homeserver.
    struct Request: Sendable {
        let method: HTTPMethod
        /// The path after the version, percent-encoded.
        let path: String
        /// The body without `auth`.
        let body: JSONObject
    }

    /// An answer of the homeserver.
    enum Answer: Sendable {
        case final(HTTPAnswer)
        /// The homeserver requires interactive authentication, with its answer.
        case demand(JSONObject)
    }

    let client: HomeserverClient
    let token: ProofToken
    let clock: @Sendable () -> Timestamp
    let logger: Logger

    /// Sends a request, with the proof that the client itself has sent, if any.
    /// - Throws: ``GatewayFailure``.
    func send(_ request: Request, auth: JSONObject? = nil, token: String?) async throws -> Answer {
        var body = request.body
        body.set("auth", auth.map(JSONValue.object))
        let answer = try await client.ask(
            request.method.rawValue, Self.root + request.path, token: token, body: JSONValue.object(body).serialized())
        guard answer.status == 401, let object = try? HomeserverClient.object(answer), object["flows"] != nil else {
            return .final(answer)
        }
        return .demand(object)
    }

    /// Sends a request for which the user has given a proof to the gateway.
    /// - Parameters:
    ///   - demand: the homeserver's demand for this request; `nil` if the request was not sent yet.
    ///   - beforeProof: runs when the homeserver only waits for the proof. If it throws, the homeserver gets none, and the user can repeat the request.
    /// - Throws: ``GatewayFailure``, also if the homeserver does not accept the gateway's proof, and the errors of `beforeProof`.
    func complete(
        _ request: Request, of user: String, token: String?, demand: JSONObject? = nil,
        beforeProof: () async throws -> Void = {}
    ) async throws -> HTTPAnswer {
        var demand = demand
        if demand == nil {
            switch try await send(request, token: token) {
            // The homeserver may require no proof, for example shortly after a login.
            case .final(let answer): return answer
            case .demand(let object): demand = object
            }
        }
        guard let demand, let session = demand["session"]?.stringValue, Self.offersStage(demand) else {
            throw refused("the homeserver has no module for the gateway's proofs; run herald gateway check")
        }
        try await beforeProof()
        let auth: JSONObject = [
            "type": .string(Self.stage), "session": .string(session),
            "identifier": ["type": "m.id.user", "user": .string(user)],
            "proof": .string(try self.token.text(for: user, session: session, now: clock())),
        ]
        guard case .final(let answer) = try await send(request, auth: auth, token: token) else {
            throw refused("the homeserver refused a proof of the gateway; run herald gateway check")
        }
        return answer
    }

    /// Returns a demand of the homeserver without the stage that only the gateway can complete.
    static func forClients(_ demand: JSONObject) -> JSONObject {
        var demand = demand
        demand["flows"] = .array((demand["flows"]?.arrayValue ?? []).filter { !needsStage($0) })
        return demand
    }

    private static func offersStage(_ demand: JSONObject) -> Bool {
        (demand["flows"]?.arrayValue ?? []).contains { $0["stages"]?.arrayValue == [.string(stage)] }
    }

    private static func needsStage(_ flow: JSONValue) -> Bool {
        flow["stages"]?.arrayValue?.contains(.string(stage)) ?? false
    }

    private func refused(_ reason: String) -> GatewayFailure {
        // It concerns the set-up and not the client.
        logger.error("\(reason)")
        return GatewayFailure(
            status: 502,
            MatrixError(.unknown, "The homeserver does not accept the gateway's proofs; its operator has to act."))
    }
}
