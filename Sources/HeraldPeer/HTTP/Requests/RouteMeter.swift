/// Counts the requests of one route: a method and a pattern of paths. It takes no lock.
package final class RouteMeter: Sendable {
    /// The statuses that are counted each by itself. All others count as `other`.
    private static let statuses = [
        200, 201, 204, 206, 302, 304, 400, 401, 403, 404, 405, 408, 409, 413, 414, 415, 416, 429, 500, 502, 503, 504,
    ]
    /// The last status that HTTP has.
    private static let lastStatus = 599
    /// For each status, its index in the counters of a route.
    private static let indices = (0...lastStatus).map { statuses.firstIndex(of: $0) ?? statuses.count }

    package let method: String
    package let pattern: String
    private let answers = (0...RouteMeter.statuses.count).map { _ in Counter() }
    private let times = Histogram()

    /// Creates the counters of a route.
    /// - Parameters:
    ///   - method: a method that the server knows. It becomes a label and must not be text of a client.
    ///   - pattern: the pattern of the paths, with `{name}` for each value. It must not be text of a client.
    package init(_ method: String, _ pattern: String) {
        (self.method, self.pattern) = (method, pattern)
    }

    /// Counts an answered request.
    package func count(status: Int, after time: Duration) {
        answers[Self.indices[min(max(status, 0), Self.lastStatus)]].add()
        times.add(time)
    }

    private var labels: [(name: String, value: String)] { [("method", method), ("route", pattern)] }

    /// The number of requests by status, without the statuses that have not occurred.
    var requests: [MetricFamily.Sample] {
        answers.enumerated().compactMap { index, counter in
            guard counter.value > 0 else { return nil }
            let status = index < Self.statuses.count ? String(Self.statuses[index]) : HTTPMetrics.other
            return MetricFamily.Sample(labels: labels + [("status", status)], Double(counter.value))
        }
    }

    /// The times of the answers. Empty if there was no request.
    var durations: [MetricFamily.Sample] { times.count == 0 ? [] : times.samples(labels) }
}
