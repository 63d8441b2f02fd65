import Synchronization

/// The record of a request: its id, and what is counted about it. The server notes the route as soon as it has found it.
package final class RequestRecord: Sendable {
    package let id: RequestID
    private let metrics: HTTPMetrics
    private let start = ContinuousClock.now
    private let meter = AtomicLazyReference<RouteMeter>()

    /// Begins a request.
    init(_ id: RequestID, in metrics: HTTPMetrics) {
        self.id = id
        self.metrics = metrics
        metrics.begin()
    }

    /// Notes the route of the request. The first call counts. A request without a route counts under `other`.
    package func note(_ route: RouteMeter) { _ = meter.storeIfNil(route) }

    /// Counts a refusal of the request.
    package func count(_ refusal: HTTPMetrics.Refusal) { metrics.refusals.add(refusal) }

    /// Ends the request. The caller must call it once.
    func end(method: String, status: Int?) {
        metrics.end(meter.load(), method: method, status: status, after: ContinuousClock.now - start)
    }
}
