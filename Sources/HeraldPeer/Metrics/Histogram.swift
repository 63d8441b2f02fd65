import Synchronization

/// Counts times in buckets. Adding a time costs two additions to atomic numbers and takes no lock.
package final class Histogram: Sendable {
    /// The upper limits of the buckets, inclusive. The last bucket has no limit.
    static let limits: [Duration] = [
        .milliseconds(1), .microseconds(2_500), .milliseconds(5), .milliseconds(10), .milliseconds(25),
        .milliseconds(50), .milliseconds(100), .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(5),
        .seconds(30),
    ]
    private static let nanoseconds = limits.map(nanoseconds(of:))

    private let buckets = (0...Histogram.limits.count).map { _ in Counter() }
    private let sum = Counter()

    package init() {}

    package func add(_ time: Duration) {
        let time = Self.nanoseconds(of: max(time, .zero))
        var bucket = 0
        while bucket < Self.nanoseconds.count, time > Self.nanoseconds[bucket] { bucket += 1 }
        buckets[bucket].add()
        sum.add(time)
    }

    /// The number of times.
    package var count: Int { buckets.reduce(0) { $0 + $1.value } }

    /// Returns the samples of the histogram. The buckets are cumulative. The count is that of the last bucket, so it agrees with the buckets
    /// even if times are added meanwhile.
    func samples(_ labels: [(name: String, value: String)]) -> [MetricFamily.Sample] {
        let seconds = Double(sum.value) / 1_000_000_000
        var samples: [MetricFamily.Sample] = [], total = 0
        for (index, bucket) in buckets.enumerated() {
            total += bucket.value
            let limit =
                index < Self.limits.count ? PrometheusText.number(Self.limits[index] / .seconds(1)) : "+Inf"
            samples.append(.init(suffix: "_bucket", labels: labels + [("le", limit)], Double(total)))
        }
        samples.append(.init(suffix: "_sum", labels: labels, seconds))
        samples.append(.init(suffix: "_count", labels: labels, Double(total)))
        return samples
    }

    private static func nanoseconds(of time: Duration) -> Int {
        let (seconds, attoseconds) = time.components
        return Int(clamping: seconds.multipliedReportingOverflow(by: 1_000_000_000).partialValue)
            &+ Int(attoseconds / 1_000_000_000)
    }
}
