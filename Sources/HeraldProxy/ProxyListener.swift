import HTTPTypes
import HeraldPeer
import Logging
import NIOCore

/// A server that answers some requests itself and passes the others on to a homeserver, as a stream in both directions.
///
/// The listener is that of all servers, with its limits for connections, heads, bodies and unread responses.
package final class ProxyListener: Sendable {
    /// The error for a connection or a request for which there is no room.
    static let full = #"{"errcode":"M_LIMIT_EXCEEDED","error":"Too many connections are open; try again later"}"#

    /// The listener.
    package let listener: HTTPListener
    private let pools: UpstreamPools

    /// The port on which the server listens.
    package var port: Int { listener.port }
    /// The proxy's counters.
    package var counts: ProxyCounts { pools.counts }

    private init(_ listener: HTTPListener, _ pools: UpstreamPools) {
        self.listener = listener
        self.pools = pools
    }

    /// Starts a server. Returns when it accepts connections. The homeserver need not run yet.
    /// - Parameters:
    ///   - port: the port, or 0 for any free port.
    ///   - metrics: the counters of the listener. Defaults to new ones.
    ///   - monitoring: the endpoints for the operator's monitoring, which are own requests too. Defaults to `nil`: the server has none.
    ///   - handler: answers the server's own requests.
    ///   - isOwn: returns true for these requests. It runs on the event loops, so it must not block.
    ///   - admitsOpen: counts a request that the homeserver answers without a token, and returns false if its client has sent too many. It runs
    ///     on the event loops too. Defaults to no limit.
    /// - Throws: ``HTTPListener/Failure``.
    package static func start(
        host: String, port: Int, limits: HTTPListener.Limits, proxy: ProxyConfiguration, logger: Logger,
        metrics: HTTPMetrics = HTTPMetrics(), monitoring: Monitoring? = nil, handler: some ListenerHandler,
        isOwn: @escaping @Sendable (HTTPRequest) -> Bool,
        admitsOpen: @escaping @Sendable (ClientAddress) -> Bool = { _ in true }
    ) async throws -> ProxyListener {
        let pools = UpstreamPools(to: proxy.upstream, limits: proxy.limits)
        let isMonitored = monitoring != nil
        metrics.add(pools.counts.passedOn.all)
        var limits = limits
        limits.full = FullAnswer(headers: ProxyRefusal.busy.fields(), body: Self.full)
        let rules = ProxyRules(
            proxy, pools: pools, log: ProxyLog(logger),
            isOwn: { head in isOwn(head) || isMonitored && Self.isMonitoring(head) },
            admitsOpen: admitsOpen)
        let listener = try await HTTPListener.start(
            host: host, port: port, limits: limits, logger: logger, metrics: metrics, monitoring: monitoring,
            handler: handler, interceptor: { ground in ProxyHandler(rules, ground) })
        return ProxyListener(listener, pools)
    }

    private static func isMonitoring(_ head: HTTPRequest) -> Bool {
        guard head.method == .get || head.method == .head, let path = head.path else { return false }
        return Monitoring.paths.contains(path)
    }

    /// Starts a server that answers the requests of these routes itself.
    /// - Throws: ``HTTPListener/Failure``.
    package static func start(
        host: String, port: Int, limits: HTTPListener.Limits, proxy: ProxyConfiguration, logger: Logger,
        own routes: [OwnRoutes.Route]
    ) async throws -> ProxyListener {
        let routes = OwnRoutes(routes)
        return try await start(
            host: host, port: port, limits: limits, proxy: proxy, logger: logger, handler: routes,
            isOwn: routes.contains)
    }

    /// Stops accepting connections, waits for open requests, and closes the connections to the homeserver.
    package func stop() async {
        await listener.stop()
        pools.close()
    }
}
