/// The HTTP methods that the client-server API uses.
public enum HTTPMethod: String, Sendable, Hashable, CaseIterable {
    /// Reads. The request has no body.
    case get = "GET"
    /// Does something. A repeated request may do it twice.
    case post = "POST"
    /// Stores something under the name in the path.
    case put = "PUT"
    /// Deletes what the path names.
    case delete = "DELETE"
}

/// The rule for who may call an endpoint.
public enum EndpointAccess: Sendable, Hashable {
    /// Anyone may call the endpoint. The client sends no token, and the node ignores a token.
    case open
    /// Anyone may call the endpoint. A client that has a token sends it, and the token must be valid.
    case optional
    /// Only callers with a valid access token may call the endpoint. A client without a token sends nothing and throws an error.
    case accessToken
}

/// The rate limit that a node counts a call against before it reads the body (SDN sheet 7.7).
package enum EndpointLimit: Sendable, Hashable {
    /// Calls with a token are not limited, because such an endpoint must not refuse them. Calls without a token have their own limit, which
    /// is far higher than the limit of other reads.
    case unlimited
    /// The limit of reads. A call with a token counts for the caller, and a call without a token counts for the caller's network.
    case reads
    /// The limit of the caller's writes.
    case writes
    /// The limit of calls without a token from the caller's network.
    case logins
    /// The handler counts the call itself, because its cost depends on the body.
    case byHandler
}

/// The specification that defines an endpoint, and the release that introduced it.
package struct EndpointHistory: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
        /// The Matrix specification has defined the endpoint since this release.
        case matrix(since: MatrixVersion)
        /// SendingNetwork defines the endpoint.
        case sdn
        /// A proposal to the Matrix specification, such as `MSC2697`, defines the endpoint. Its path is the proposal's unstable path.
        case proposal(String)
        /// The interface of another homeserver, such as `Synapse`, has the endpoint.
        case server(String)
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
    package static func server(_ name: String) -> EndpointHistory { EndpointHistory(origin: .server(name)) }

    package func deprecated(_ deprecation: Deprecation) -> EndpointHistory {
        var history = self
        history.deprecation = deprecation
        return history
    }
}

/// Another path of an endpoint. A node answers on all paths of an endpoint.
package struct EndpointVariant: Sendable, Hashable {
    package let path: PathTemplate
    /// The first Matrix release with which a client uses this path. `nil` when only the node uses the path, to answer other clients.
    package let since: MatrixVersion?

    package init(_ area: PathTemplate.Area, _ path: String, since: MatrixVersion? = nil) {
        self.init(PathTemplate(area, path), since: since)
    }

    init(_ path: PathTemplate, since: MatrixVersion?) {
        self.path = path
        self.since = since
    }
}
