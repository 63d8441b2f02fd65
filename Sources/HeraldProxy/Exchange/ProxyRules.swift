import HTTPTypes
import HeraldPeer

/// The parts of a proxy that all its connections share.
struct ProxyRules: Sendable {
    let paths: PathRules
    let heads: ForwardedHeads
    let redirects: RedirectRules
    let limits: ProxyLimits
    let pools: UpstreamPools
    let log: ProxyLog
    /// Returns true for a request that the server answers itself.
    let isOwn: @Sendable (HTTPRequest) -> Bool

    var counts: ProxyCounts { pools.counts }

    init(
        _ configuration: ProxyConfiguration, pools: UpstreamPools, log: ProxyLog,
        isOwn: @escaping @Sendable (HTTPRequest) -> Bool
    ) {
        paths = PathRules(configuration)
        heads = ForwardedHeads(configuration)
        redirects = RedirectRules(configuration)
        limits = configuration.limits
        self.pools = pools
        self.log = log
        self.isOwn = isOwn
    }

    /// Returns the time for which a request asks the homeserver to wait: the query item `timeout` of a GET or POST request, in milliseconds.
    /// Syncs and event streams of Matrix have it. A sliding sync (MSC4186) is a POST request.
    func wait(of head: HTTPRequest) -> Duration {
        guard head.method == .get || head.method == .post, let path = head.path, path.utf8.contains(UInt8(ascii: "?")),
            let items = try? RequestTarget(path).items(),
            let text = items.last(where: { $0.name == "timeout" })?.value,
            let milliseconds = Int64(text), milliseconds > 0
        else { return .zero }
        return min(.milliseconds(milliseconds), limits.longPoll)
    }
}
