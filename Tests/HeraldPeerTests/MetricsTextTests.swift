import TestSupport
import Testing
@testable import HeraldPeer

@Suite("Metrics as text")
struct MetricsTextTests {
    private enum Colour: String, CaseIterable, Sendable { case red, green }

    @Test("counters, gauges and histograms are written in Prometheus' format")
    func page() throws {
        let colours = CounterSet<Colour>()
        colours.add(.red)
        let times = Histogram()
        for time in [Duration.zero, .milliseconds(1), .milliseconds(3), .seconds(90), .seconds(-1)] { times.add(time) }
        let odd = MetricFamily(
            "odd", .gauge, "A \\ and\na line feed.", [.init(labels: [("text", "a \"quote\", \\ and\n}")], -0.5)])
        let text = PrometheusText.text([
            colours.family("colours_total", "Colours.", label: "colour"), odd,
            MetricFamily("times", .histogram, "Times.", times.samples([("route", "/a")])),
            MetricFamily("none", .gauge, "Nothing.", []),
        ])
        let page = try PrometheusPage(text)
        #expect(page.value("colours_total", ["colour": "red"]) == 1)
        #expect(page.value("colours_total", ["colour": "green"]) == 0)
        #expect(page.value("odd") == -0.5)
        #expect(text.contains("# HELP odd A \\\\ and\\na line feed.\n# TYPE odd gauge\n"))
        #expect(page.value("times_bucket", ["le": "0.001"]) == 3)
        #expect(page.value("times_bucket", ["le": "0.005"]) == 4)
        #expect(page.value("times_bucket", ["le": "30"]) == 4)
        #expect(page.value("times_count", ["route": "/a"]) == 5)
        #expect(page.value("times_sum") == 90.004)
        #expect(page.families.map(\.name) == ["colours_total", "odd", "times"])
    }

    @Test(
        "the reader of the tests refuses what is not the format",
        arguments: [
            "a 1\n", "# HELP a b\n# TYPE a gauge\na 1", "# HELP a b\n# TYPE a counter\na 1\n",
            "# HELP a b\n# TYPE a gauge\n", "# HELP a b\n# TYPE a gauge\nb 1\n",
            "# HELP a b\n# TYPE a gauge\na 1\na 2\n", "# HELP a b\n# TYPE a gauge\na{x=\"1\",x=\"2\"} 1\n",
            "# HELP a b\n# TYPE a gauge\na{x=\"\\q\"} 1\n", "# HELP a b\n# TYPE a gauge\na{1x=\"\"} 1\n",
            "# HELP a b\n# TYPE a gauge\na{x=\"1\",} 1\n", "# HELP a b\n# TYPE a gauge\na one\n",
            "# HELP a b\n# TYPE a gauge\na 1\n# HELP a b\n# TYPE a gauge\na{x=\"1\"} 1\n",
            "# HELP a_total b\n# TYPE a_total counter\na_total -1\n",
            "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n",
            "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_bucket{le=\"+Inf\"} 2\nh_sum 1\nh_count 3\n",
            "# HELP h b\n# TYPE h histogram\nh_bucket{le=\"1\"} 1\nh_sum 1\nh_count 1\n",
        ])
    func strict(text: String) {
        #expect(throws: PrometheusPage.Fault.self) { try PrometheusPage(text) }
    }

    @Test("a histogram that is written while times are added agrees with itself, and loses none")
    func underWrites() async throws {
        let meter = RouteMeter("GET", "/a"), metrics = HTTPMetrics()
        metrics.add([meter])
        try await withThrowingTaskGroup(of: Void.self) { group in
            for task in 0..<4 {
                group.addTask {
                    for number in 0..<2_000 {
                        metrics.begin()
                        metrics.end(meter, method: "GET", status: 200, after: .microseconds(number * (task + 1)))
                    }
                }
            }
            group.addTask { for _ in 0..<50 { _ = try PrometheusPage(PrometheusText.text(metrics.families)) } }
            try await group.waitForAll()
        }
        let page = try PrometheusPage(PrometheusText.text(metrics.families))
        #expect(page.value("herald_http_requests_total", ["route": "/a", "status": "200"]) == 8_000)
        #expect(page.value("herald_http_request_duration_seconds_count", ["route": "/a"]) == 8_000)
        #expect(metrics.inProgress == 0)
    }

    @Test("statuses and methods that the server does not know count as other")
    func bounded() throws {
        let metrics = HTTPMetrics()
        for status in [-1, 0, 299, 418, 599, 600, .max] {
            metrics.begin()
            metrics.end(nil, method: "BREW-\(status)", status: status, after: .zero)
        }
        let page = try PrometheusPage(PrometheusText.text(metrics.families))
        #expect(
            page.value("herald_http_requests_total", ["method": "other", "route": "other", "status": "other"]) == 7)
    }
}
