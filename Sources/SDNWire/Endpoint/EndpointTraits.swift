/// Who may call an endpoint.
package enum EndpointAccess: Sendable, Hashable {
    /// Anyone; a token is not looked at.
    case open
    /// Anyone; a token, when there is one, must be good.
    case optional
    /// Only the bearer of an access token.
    case accessToken
}

/// What a node counts a call under, before it looks at the body (SDN sheet 7.7).
package enum EndpointLimit: Sendable, Hashable {
    /// Nothing where a token is needed: what must never be refused. What needs none, and costs next to nothing, counts for itself and far more
    /// loosely than other reads.
    case unlimited
    /// What the caller reads or, without a token, what is read from the caller's network.
    case reads
    /// The writes of the caller.
    case writes
    /// What comes from the caller's network without a token.
    case logins
    /// Counted by the handler itself, because what a call costs stands in its body.
    case byHandler
}

/// Where an endpoint comes from and how long it has been there.
package struct EndpointHistory: Sendable, Hashable {
    package enum Origin: Sendable, Hashable {
        /// The Matrix specification, since this release.
        case matrix(since: MatrixVersion)
        /// SendingNetwork's own.
        case sdn
        /// A proposal for the Matrix specification under its unstable name, such as `MSC2697`.
        case proposal(String)
    }

    package var origin: Origin
    package var deprecation: Deprecation?

    package enum Deprecation: Sendable, Hashable {
        /// By a release of the Matrix specification.
        case since(MatrixVersion)
        /// By SendingNetwork, which does not number its releases.
        case bySDN
    }

    package static func matrix(_ since: MatrixVersion) -> EndpointHistory { EndpointHistory(origin: .matrix(since: since)) }
    package static let sdn = EndpointHistory(origin: .sdn)
    package static func proposal(_ name: String) -> EndpointHistory { EndpointHistory(origin: .proposal(name)) }

    package func deprecated(_ deprecation: Deprecation) -> EndpointHistory {
        var history = self
        history.deprecation = deprecation
        return history
    }
}

/// Another path of an endpoint. A node answers to all of them.
package struct EndpointVariant: Sendable, Hashable {
    package let path: PathTemplate
    /// The release from which on a client asks here; `nil` for what is only answered.
    package let since: MatrixVersion?

    package init(_ area: PathTemplate.Area, _ path: String, since: MatrixVersion? = nil) {
        self.init(PathTemplate(area, path), since: since)
    }

    init(_ path: PathTemplate, since: MatrixVersion?) {
        self.path = path
        self.since = since
    }
}
