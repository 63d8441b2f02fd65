import HTTPTypes

/// The endpoints for an operator's monitoring, which every server has: `/health`, `/ready` and `/metrics`.
///
/// - `GET /health` answers 200 as long as the process answers at all.
/// - `GET /ready` answers 200, or 503 with the names of the parts that do not answer. Each part is asked at most once a second. Other servers
///   that do not answer are named too, and leave the status at 200.
/// - `GET /metrics` answers the counters in Prometheus' text format. A client that may not read them gets 404.
package struct Monitoring: Sendable {
    static let healthPath = "/health", readyPath = "/ready", metricsPath = "/metrics"
    /// The paths of the endpoints. No route of a server may have one of them.
    package static let paths = [healthPath, readyPath, metricsPath]

    private let readers: TrustedAddresses
    private let isOperator: @Sendable (ListenerRequest) -> Bool
    private let readiness: Readiness
    private let families: @Sendable () -> [MetricFamily]
    private let health = RouteMeter("GET", Monitoring.healthPath)
    private let ready = RouteMeter("GET", Monitoring.readyPath)
    private let scrapes = RouteMeter("GET", Monitoring.metricsPath)

    /// Creates the endpoints of a server.
    /// - Parameters:
    ///   - readers: the addresses that may read the metrics.
    ///   - isOperator: true for a request of the operator, who may read the metrics from elsewhere. Defaults to nobody.
    ///   - readiness: the parts that the server needs.
    ///   - families: returns the server's own metrics, in addition to those of the listener.
    package init(
        readers: TrustedAddresses, isOperator: @escaping @Sendable (ListenerRequest) -> Bool = { _ in false },
        readiness: Readiness, families: @escaping @Sendable () -> [MetricFamily] = { [] }
    ) {
        self.readers = readers
        self.isOperator = isOperator
        self.readiness = readiness
        self.families = families
    }

    /// The counters of the endpoints.
    var meters: [RouteMeter] { [health, ready, scrapes] }

    /// Answers a request for one of the endpoints.
    /// - Returns: `nil` for every other request. The server then answers it.
    func answer(_ request: ListenerRequest, of ground: ListenerGround) async -> ListenerResponse? {
        guard request.head.method == .get || request.head.method == .head else { return nil }
        switch request.target {
        case Self.healthPath:
            request.record.note(health)
            return Self.json(.ok, #"{"status":"ok"}"#)
        case Self.readyPath:
            request.record.note(ready)
            return Self.response(await readiness.report())
        case Self.metricsPath where mayRead(request):
            request.record.note(scrapes)
            let text = PrometheusText.text(ground.families + families())
            return ListenerResponse(
                .ok, headers: [.contentType: PrometheusText.contentType, .cacheControl: "no-store"],
                body: .bytes(Array(text.utf8)))
        default: return nil
        }
    }

    private func mayRead(_ request: ListenerRequest) -> Bool {
        if isOperator(request) { return true }
        let client = request.client, isOfBrowser = request.headers.contains(.origin), host = request.head.authority
        guard client.isForwarded, !client.isLocal else {
            return readers.trusts(client.text, isOfBrowser: isOfBrowser, host: host)
        }
        // The connection of a trusted proxy may be that of another program at its address. It counts only if the operator names this address,
        // because the proxy might forward a stranger's request without a header.
        return request.isWithoutForwarding && readers.names(client.text, isOfBrowser: isOfBrowser, host: host)
    }

    private static func response(_ report: Readiness.Report) -> ListenerResponse {
        func member(_ name: String, _ parts: [String]) -> String {
            parts.isEmpty ? "" : #","\#(name)":[\#(parts.map { "\"\($0)\"" }.joined(separator: ","))]"#
        }
        let members = member("failing", report.failing) + member("degraded", report.degraded)
        guard !report.failing.isEmpty else { return json(.ok, #"{"status":"ok"\#(members)}"#) }
        var response = json(.serviceUnavailable, #"{"status":"unavailable"\#(members)}"#)
        response.headers[.retryAfter] = "1"
        return response
    }

    private static func json(_ status: HTTPResponse.Status, _ text: String) -> ListenerResponse {
        ListenerResponse(
            status, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: .bytes(Array(text.utf8)))
    }
}
