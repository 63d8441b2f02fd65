import HeraldHTTP
import HeraldJSON
import HeraldPeer
import SDNWire

/// The context of a request that the gateway answers itself.
struct OwnCall: Sendable {
    /// The client's network, under which limits count the request.
    let remote: String
    /// The access token, which is not checked unless ``user`` is given.
    let token: String?
    /// The user of the token; `nil` for an endpoint that needs none.
    let user: String?

    /// Returns the user of an endpoint that requires one.
    /// - Throws: `M_MISSING_TOKEN` if there is none.
    func authenticated() throws(MatrixError) -> String {
        guard let user else { throw MatrixError(.missingToken, "This endpoint needs an access token.") }
        return user
    }

    /// Returns the user of the token, if the path names this user.
    /// - Throws: `M_FORBIDDEN` if it names another one.
    func owner(of userID: String) throws -> String {
        let user = try authenticated()
        guard try UserID(userID, field: "userId").text == user else {
            throw MatrixError(.forbidden, "Only your own data can be seen and changed.")
        }
        return user
    }
}

/// An answer of the gateway. The body is JSON.
struct OwnAnswer: Sendable {
    var status = 200
    /// The time until the client may try again, in whole seconds.
    var retryAfter: String?
    let body: [UInt8]

    init(status: Int = 200, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }

    /// Creates an error answer. The status defaults to that of the error code (SDN sheet 1.9 and 7.7).
    init(_ error: MatrixError, status: Int? = nil) {
        self.init(status: status ?? Self.status(of: error.code), body: error.json.serialized())
        if let wait = error.retryAfter?.milliseconds { retryAfter = String((wait + 999) / 1_000) }
    }

    /// Creates an answer from one of the homeserver.
    /// - Throws: ``GatewayFailure`` unless it is a success or a refusal with a JSON object. A proxy in front of the homeserver may answer with
    ///   something else, and clients could not follow a redirect.
    init(_ answer: HTTPAnswer) throws(GatewayFailure) {
        switch answer.status {
        case 200..<300: _ = try HomeserverClient.object(answer)
        case 400..<500:
            guard (try? HomeserverClient.object(answer)) != nil else { throw GatewayFailure.failed }
        case 503: throw GatewayFailure.unavailable
        default: throw GatewayFailure.failed
        }
        self.init(status: answer.status, retryAfter: answer.headers["retry-after"], body: answer.body)
    }

    private static func status(of code: MatrixError.Code) -> Int {
        switch code {
        case .forbidden, .userDeactivated, .guestAccessForbidden, .resourceLimitExceeded: 403
        case .unknownToken, .missingToken, .userLocked: 401
        case .notFound, .unrecognized: 404
        case .limitExceeded: 429
        case .tooLarge: 413
        case .staleDID: 409
        default: 400
        }
    }
}

/// An endpoint that the gateway answers itself, with its handler, without the types of request and response.
struct OwnEndpoint: Sendable {
    let method: HTTPMethod
    let template: PathTemplate
    /// The only root of paths; `nil` for both.
    let root: APIRoot?
    let access: EndpointAccess
    let limit: EndpointLimit
    /// The counters of the endpoint.
    let meter: RouteMeter
    let respond: @Sendable (RequestParts, OwnCall) async throws -> OwnAnswer
}
