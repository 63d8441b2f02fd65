/// The requests that a proxy passes on, and the homeserver to which it passes them.
package struct ProxyConfiguration: Sendable, Hashable {
    /// A family of paths that the proxy passes on.
    package struct Route: Sendable, Hashable {
        /// The beginning of the path as the client writes it, such as `/_api`. It ends with a whole segment, without a slash.
        package let prefix: String
        /// The text that replaces the prefix in the request to the homeserver.
        package let upstream: String
        /// The text that replaces the prefix in a GET or HEAD request without an access token; `nil` if it is ``upstream``.
        package let upstreamWithoutToken: String?
        /// True if the homeserver answers without a token. The proxy then limits the requests of each client.
        package let isOpen: Bool

        /// - Parameters:
        ///   - upstream: the text that replaces `prefix`. Defaults to `prefix` itself.
        ///   - withoutToken: the text that replaces `prefix` if the request has no token. These requests count as those of an open route. Defaults
        ///     to `upstream`.
        ///   - isOpen: defaults to `false`.
        package init(_ prefix: String, upstream: String? = nil, withoutToken: String? = nil, isOpen: Bool = false) {
            self.prefix = prefix
            self.upstream = upstream ?? prefix
            upstreamWithoutToken = withoutToken
            self.isOpen = isOpen
        }
    }

    /// The `Host` of requests to the homeserver.
    package enum Host: Sendable, Hashable {
        /// The host that the client named.
        case kept
        /// This host, with its port if it has one.
        case set(String)
    }

    /// The homeserver.
    package var upstream: UpstreamAddress
    /// The paths that are passed on. If several prefixes match, the longest one counts.
    package var routes: [Route]
    /// The `Host` of requests to the homeserver.
    package var host: Host
    /// The scheme in `X-Forwarded-Proto`, for a client whose connection did not come through a trusted proxy.
    package var scheme: String
    /// True if a segment of a path may contain an escaped slash. Event ids of room version 3 and some state keys need it. A path is then also
    /// checked with the slash written out. Defaults to `false`.
    package var allowsEscapedSlashes = false
    /// The base URL under which clients know this server, without a final slash. It replaces the homeserver's address in redirects. Defaults to `nil`:
    /// such a redirect then names only a path.
    package var publicURL: String?
    /// The paths, as the homeserver sees them, whose requests it may redirect to other servers. A prefix ends with a whole segment. Other such redirects
    /// are answered with 502. Defaults to none.
    package var redirectsElsewhere: [String] = []
    /// The limits towards the homeserver.
    package var limits: ProxyLimits

    /// - Parameters:
    ///   - host: defaults to the host that the client named.
    ///   - scheme: defaults to `http`.
    package init(
        upstream: UpstreamAddress, routes: [Route], host: Host = .kept, scheme: String = "http",
        limits: ProxyLimits = ProxyLimits()
    ) {
        self.upstream = upstream
        self.routes = routes
        self.host = host
        self.scheme = scheme
        self.limits = limits
    }
}
