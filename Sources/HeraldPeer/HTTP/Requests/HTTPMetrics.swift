import Synchronization

/// The counters of a listener: its requests, and what it and its server refused.
///
/// They are counters of our own and not those of swift-metrics, because that library has one backend for the whole process and finds a counter
/// by its name and labels, while several servers run in one process here, and a route has its counters at hand.
package final class HTTPMetrics: Sendable {
    /// The reason of a refusal.
    package enum Refusal: String, CaseIterable, Sendable {
        /// There was no room for a connection, or the address had too many.
        case connectionLimit = "connection_limit"
        /// An address opened connections too fast.
        case connectionRate = "connection_rate"
        /// A client behind a proxy had too many open requests.
        case requestLimit = "request_limit"
        /// A client exceeded a rate limit or a quota of requests.
        case rateLimit = "rate_limit"
        case bodyTooLong = "body_too_long"
        case bodyTooSlow = "body_too_slow"
        /// There was no memory for a request's body.
        case bodyMemory = "body_memory"
        /// There was no memory for a large answer.
        case answerMemory = "answer_memory"
        case missingToken = "missing_token"
        /// A token was unknown, expired or not the operator's.
        case wrongToken = "wrong_token"
    }

    /// The value of a label that stands for everything that the server does not know, so that clients cannot make new values.
    static let other = "other"
    private static let methods = ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", other]

    package let refusals = CounterSet<Refusal>()
    private let begun = Counter(), ended = Counter()
    /// The counters of requests without a route, by method.
    private let unknown = Dictionary(
        HTTPMetrics.methods.map { ($0, RouteMeter($0, HTTPMetrics.other)) }, uniquingKeysWith: { first, _ in first })
    private let routes = Mutex<[RouteMeter]>([])

    package init() {}

    /// Adds routes to the output.
    package func add(_ meters: some Sequence<RouteMeter>) { routes.withLock { $0 += meters } }

    func begin() { begun.add() }

    /// Counts the end of a request.
    /// - Parameters:
    ///   - meter: the counters of the request's route; `nil` if no route has the path and method.
    ///   - status: the status of the answer; `nil` if the request has none, because its client disconnected.
    func end(_ meter: RouteMeter?, method: String, status: Int?, after time: Duration) {
        ended.add()
        guard let status else { return }
        (meter ?? unknown[method] ?? unknown[Self.other])?.count(status: status, after: time)
    }

    /// The number of requests that are being answered.
    package var inProgress: Int { max(begun.value - ended.value, 0) }

    /// The families of these counters.
    var families: [MetricFamily] {
        let meters = routes.withLock(\.self) + Self.methods.compactMap { unknown[$0] }
        return [
            MetricFamily(
                "herald_http_requests_total", .counter, "Answered requests.", meters.flatMap(\.requests)),
            MetricFamily(
                "herald_http_request_duration_seconds", .histogram,
                "Time until an answer begins. A long poll waits for news in this time.", meters.flatMap(\.durations)),
            MetricFamily(
                "herald_http_requests_in_progress", .gauge, "Requests that are being answered, long polls included.",
                inProgress),
            refusals.family(
                "herald_http_refusals_total", "Refused connections and requests, by reason.", label: "reason"),
        ]
    }
}
