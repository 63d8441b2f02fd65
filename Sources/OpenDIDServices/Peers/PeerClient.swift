import HeraldJSON
import OpenDID_DataModel

/// Sends requests to servers of other processes.
package protocol PeerTransport: Sendable {
    /// Sends a request and returns its answer.
    /// - Parameter baseURL: the server's URL, such as `http://127.0.0.1:8091`.
    /// - Throws: any error if there is no answer.
    func send(_ request: ServiceRequest, to baseURL: String) async throws -> ServiceResponse
}

/// Calls other servers: directly if they run in this process, otherwise over HTTP (OpenDID sheet 5.2).
///
/// A caller that repeats its work after a crash must send the same bytes again. Otherwise the called server treats the repetition as a new
/// request. The request should therefore contain the `id` of the message that caused it.
package struct PeerClient: Sendable {
    /// Answers the requests that are sent to roles of this process.
    let local: any ServiceHandler
    /// The roles of this process.
    let localRoles: Set<ServiceRole>
    /// The base URLs of the roles in other processes.
    let addresses: [ServiceRole: String]
    let token: String?
    let transport: any PeerTransport
    /// The statuses of a server that is not available for now, or of the proxy in front of it.
    private static let temporary: Set = [502, 503, 504]
    /// The time after which a client may repeat a request that another server could not answer for now.
    private static let pause = Duration.seconds(5)
    /// Receives a report of every answered call, before the caller continues.
    var observer: (@Sendable (PeerExchange) -> Void)?
    /// The role that makes the calls with this client.
    var caller: ServiceRole?

    /// Calls an endpoint that takes a body.
    /// - Parameters:
    ///   - baseURL: the URL of a server in another process, such as ``RegisteredProvider/baseURL``. It is used if the
    ///     configuration has no address for the role.
    ///   - unreachable: the error code to use if there is no answer, or none that can be read.
    /// - Throws: ``ServiceError``. It is the other server's error with its code and text (OpenDID sheet 5.3), or `unreachable`.
    package func call<Q: Encodable & Sendable, R: Decodable & Sendable>(
        _ endpoint: ServiceEndpoint<Q, R>, _ request: Q, at baseURL: String? = nil, unreachable: ServiceErrorCode
    ) async throws(ServiceError) -> R {
        let body: [UInt8]
        do {
            body = try JSONModelEncoder().canonicalBytes(request)
        } catch {
            throw unreachable("the request has no canonical form")
        }
        return try await send(endpoint, query: ServiceQuery(), body: body, at: baseURL, unreachable: unreachable)
    }

    /// Calls an endpoint that takes a query.
    package func call<R: Decodable & Sendable>(
        _ endpoint: ServiceEndpoint<ServiceQuery, R>, _ query: ServiceQuery, at baseURL: String? = nil,
        unreachable: ServiceErrorCode
    ) async throws(ServiceError) -> R {
        try await send(endpoint, query: query, body: [], at: baseURL, unreachable: unreachable)
    }

    private func send<Q, R: Decodable>(
        _ endpoint: ServiceEndpoint<Q, R>, query: ServiceQuery, body: [UInt8], at baseURL: String?,
        unreachable: ServiceErrorCode
    ) async throws(ServiceError) -> R {
        let request = ServiceRequest(
            method: endpoint.method.rawValue, path: endpoint.path, query: query,
            authorization: token.map { "Bearer " + $0 }, body: body,
            origin: .process)
        let response: ServiceResponse
        if localRoles.contains(endpoint.role) {
            response = await local.respond(to: request)
        } else {
            guard let address = addresses[endpoint.role] ?? baseURL else {
                throw unreachable("no address of the \(endpoint.role.rawValue) server is configured")
            }
            do {
                response = try await transport.send(request, to: address)
            } catch {
                let reason = "the \(endpoint.role.rawValue) server does not answer"
                TemporaryOutage.note(TemporaryOutage.Note(retryAfter: Self.pause, reason: reason, keepsCode: true))
                throw unreachable(reason)
            }
        }
        observer?(PeerExchange(caller: caller, callee: endpoint.role, request: request, response: response))
        guard response.status == 200 else {
            if Self.temporary.contains(response.status) {
                TemporaryOutage.note(
                    TemporaryOutage.Note(
                        retryAfter: response.retryAfter ?? Self.pause,
                        reason: "the \(endpoint.role.rawValue) server answers with status \(response.status)"))
            }
            // Only error codes that a server's handler chose are relayed to the wallet (OpenDID sheet 5.3: codes such as SSRVISS…). Other
            // refusals are faults between the servers.
            guard let failure = try? JSONModelDecoder().decode(ServiceFailureBody.self, from: response.body),
                failure.code.hasPrefix("S")
            else {
                throw unreachable("the \(endpoint.role.rawValue) server answers with status \(response.status)")
            }
            throw ServiceError(relayed: failure.code, description: failure.description)
        }
        do {
            return try JSONModelDecoder(limits: ServiceRouter.bodyLimits).decode(R.self, from: response.body)
        } catch {
            throw unreachable("the answer of the \(endpoint.role.rawValue) server cannot be read")
        }
    }
}
