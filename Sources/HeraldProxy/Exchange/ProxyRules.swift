import HTTPTypes

/// The parts of a proxy that all its connections share.
struct ProxyRules: Sendable {
    let paths: PathRules
    let heads: ForwardedHeads
    let limits: ProxyLimits
    let pools: UpstreamPools
    /// Returns true for a request that the server answers itself.
    let isOwn: @Sendable (HTTPRequest) -> Bool

    var counts: ProxyCounts { pools.counts }

    init(_ configuration: ProxyConfiguration, pools: UpstreamPools, isOwn: @escaping @Sendable (HTTPRequest) -> Bool) {
        paths = PathRules(configuration)
        heads = ForwardedHeads(configuration)
        limits = configuration.limits
        self.pools = pools
        self.isOwn = isOwn
    }
}
