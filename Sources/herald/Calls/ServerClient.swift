import Foundation
import HeraldHTTP
import HeraldJSON
import OpenDIDWallet
import OpenDID_DataModel

/// A client for single calls to servers behind one address. Operators, terminals and observers make such calls. A wallet's calls are made
/// with `OpenDIDWallet`.
struct ServerClient: Sendable {
    /// The base URL of the servers.
    let server: String
    /// The operator's token. Without it, only public calls succeed.
    let token: String?
    /// Records every call that was answered.
    let trace: FlowTrace?

    /// The largest size of an answer, in bytes. It is the same as for a wallet.
    static let maximumAnswerBytes = 8 << 20
    /// The longest time in which a server may send no data.
    private static let timeout = Duration.seconds(30)
    /// The longest time for a whole call.
    private static let deadline = Duration.seconds(300)
    private static let client = HTTPClient()

    /// Creates a client.
    /// - Parameter token: the operator's token. Defaults to the environment variable `HERALD_OPERATOR_TOKEN`.
    init(
        server: String, token: String? = ProcessInfo.processInfo.environment["HERALD_OPERATOR_TOKEN"],
        trace: FlowTrace? = nil
    ) {
        self.server = server
        self.token = token
        self.trace = trace
    }

    /// Calls an endpoint that takes a body.
    /// - Throws: ``ServerRefusal``, `TransportFailure`, or `JSONError` for an answer of another form.
    func call<Q: Encodable & Sendable, R: Decodable & Sendable>(_ endpoint: ServiceEndpoint<Q, R>, _ request: Q)
        async throws -> R
    {
        try await send(endpoint, query: [], body: JSONModelEncoder().canonicalBytes(request))
    }

    /// Calls an endpoint that takes a query.
    func call<R: Decodable & Sendable>(_ endpoint: ServiceEndpoint<ServiceQuery, R>, _ query: ServiceQuery) async throws
        -> R
    {
        try await send(endpoint, query: query.items.map { URLQueryItem(name: $0.name, value: $0.value) }, body: nil)
    }

    private func send<Q, R: Decodable>(_ endpoint: ServiceEndpoint<Q, R>, query: [URLQueryItem], body: [UInt8]?)
        async throws -> R
    {
        let base = server.hasSuffix("/") ? String(server.dropLast()) : server
        guard var parts = URLComponents(string: base + endpoint.path), parts.host?.isEmpty == false else {
            throw CommandFailure("'\(server)' is not a server's base URL, such as http://127.0.0.1:8090")
        }
        if !query.isEmpty { parts.queryItems = query }
        guard let url = parts.url else {
            throw CommandFailure("'\(server)' is not a server's base URL, such as http://127.0.0.1:8090")
        }
        var headers = ["Accept": "application/json"]
        if body != nil { headers["Content-Type"] = "application/json;charset=utf-8" }
        if let token {
            // The token is not sent over plain HTTP to another machine, because an attacker on the network could read it.
            guard ServiceAddresses(all: url).allowsConnection(to: url) else {
                throw CommandFailure(
                    "the operator's token is not sent to another machine over plain HTTP: use https, or unset HERALD_OPERATOR_TOKEN"
                )
            }
            headers["Authorization"] = "Bearer \(token)"
        }
        let answer: HTTPAnswer
        do {
            answer = try await Self.client.send(
                HTTPCall(
                    method: endpoint.method.rawValue, url: url, headers: headers, body: body, timeout: Self.timeout,
                    maximumAnswerBytes: Self.maximumAnswerBytes, deadline: Self.deadline))
        } catch HTTPFailure.answerTooLarge {
            throw TransportFailure(
                .answerTooLarge, reason: "the answer of \(server) is longer than this program accepts")
        } catch is HTTPFailure {
            throw TransportFailure(.cannotConnect, reason: "\(server) does not answer")
        }
        trace?.called(endpoint, status: answer.status, sent: body, received: answer.body)
        guard answer.status == 200 else {
            throw ServerRefusal(endpoint: endpoint.name, status: answer.status, body: answer.body)
        }
        return try JSONModelDecoder().decode(R.self, from: answer.body)
    }
}
