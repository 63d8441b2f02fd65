/// The rule for who may call an endpoint.
public enum EndpointAccess: Sendable, Hashable {
    /// Anyone. The client sends no token, and the node ignores one.
    case open
    /// Anyone. The client sends its token if it has one, and the token must be valid.
    case optional
    /// Only callers with a valid access token. A client without one sends nothing and throws an error.
    case accessToken
}

/// The rate limit that a node counts a call against before it reads the body (SDN sheet 7.7).
package enum EndpointLimit: Sendable, Hashable {
    /// Calls with a token never count, for endpoints that must not be refused. Calls without a token have a limit of their own, which is far
    /// looser than that of other reads.
    case unlimited
    /// The caller's reads or, without a token, the reads from the caller's network.
    case reads
    /// The writes of the caller.
    case writes
    /// Requests from the caller's network that carry no token.
    case logins
    /// The handler counts the call itself, because its cost depends on the body.
    case byHandler
}

/// The specification that defines an endpoint, and the release that introduced it.
package struct EndpointHistory: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
        /// The Matrix specification, from this release on.
        case matrix(since: MatrixVersion)
        /// SendingNetwork itself.
        case sdn
        /// A proposal to the Matrix specification, such as `MSC2697`, with its unstable path.
        case proposal(String)
    }

    package var origin: Origin
    package var deprecation: Deprecation?

    package enum Deprecation: Sendable, Hashable {
        /// A release of the Matrix specification deprecated the endpoint.
        case since(MatrixVersion)
        /// SendingNetwork, which does not number its releases, deprecated the endpoint.
        case bySDN
    }

    package static func matrix(_ since: MatrixVersion) -> EndpointHistory {
        EndpointHistory(origin: .matrix(since: since))
    }
    package static let sdn = EndpointHistory(origin: .sdn)
    package static func proposal(_ name: String) -> EndpointHistory { EndpointHistory(origin: .proposal(name)) }

    package func deprecated(_ deprecation: Deprecation) -> EndpointHistory {
        var history = self
        history.deprecation = deprecation
        return history
    }
}

/// Another path of an endpoint. A node answers on all paths of an endpoint.
package struct EndpointVariant: Sendable, Hashable {
    package let path: PathTemplate
    /// The Matrix release from which on a client uses this path. `nil` when only the node uses it, to answer.
    package let since: MatrixVersion?

    package init(_ area: PathTemplate.Area, _ path: String, since: MatrixVersion? = nil) {
        self.init(PathTemplate(area, path), since: since)
    }

    init(_ path: PathTemplate, since: MatrixVersion?) {
        self.path = path
        self.since = since
    }
}
