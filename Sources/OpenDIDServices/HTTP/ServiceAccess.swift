/// The rule for who may call an endpoint.
package enum ServiceAccess: Sendable, Hashable {
    /// Any client.
    case anybody
    /// The other servers of this process, and requests with the peers' or the operator's token. Upstream leaves these endpoints open
    /// (OpenDID sheet 9). Any client that reaches the issuer there can get other users' credentials.
    case peers
    /// Requests from this machine with the operator's token.
    case operatorOnly
    /// As ``peers``, and ``ServicesConfiguration/trustedNetworks`` without a token.
    case peersOrTrustedNetwork
    /// As ``operatorOnly``, and ``ServicesConfiguration/trustedNetworks`` without a token.
    case operatorOrTrustedNetwork
}
