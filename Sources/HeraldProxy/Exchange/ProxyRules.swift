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
    /// Counts a request that the homeserver answers without a token. Returns false if its client has sent too many.
    let admitsOpen: @Sendable (ClientAddress) -> Bool

    var counts: ProxyCounts { pools.counts }

    init(
        _ configuration: ProxyConfiguration, pools: UpstreamPools, log: ProxyLog,
        isOwn: @escaping @Sendable (HTTPRequest) -> Bool,
        admitsOpen: @escaping @Sendable (ClientAddress) -> Bool = { _ in true }
    ) {
        paths = PathRules(configuration)
        heads = ForwardedHeads(configuration)
        redirects = RedirectRules(configuration)
        limits = configuration.limits
        self.pools = pools
        self.log = log
        self.isOwn = isOwn
        self.admitsOpen = admitsOpen
    }

    /// Returns true if another server could read the path of a request as one that this server answers itself; see
    /// ``PathRules/tolerantForm(of:)``. The homeserver, or a proxy in front of it, would then answer what this server has to check.
    func resemblesOwn(_ head: HTTPRequest) -> Bool {
        guard let other = head.path.flatMap({ PathRules.tolerantForm(of: $0) }) else { return false }
        var head = head
        head.path = other
        return isOwn(head)
    }

    /// Returns true for a GET or HEAD request without an access token. The homeserver decides if a token is valid.
    static func isAnonymous(_ head: HTTPRequest) -> Bool {
        guard head.method == .get || head.method == .head, head.headerFields[.authorization] == nil else {
            return false
        }
        guard let path = head.path, path.utf8.contains(UInt8(ascii: "?")) else { return true }
        guard let items = try? RequestTarget(path).items() else { return false }
        return !items.contains { $0.name == "access_token" }
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
