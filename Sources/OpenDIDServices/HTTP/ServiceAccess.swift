/// Who may call an endpoint.
package enum ServiceAccess: Sendable, Hashable {
    /// Anybody.
    case anybody
    /// The other servers: those of this process, and whoever has the peer's or the operator's token. Upstream leaves these endpoints open
    /// (OpenDID sheet 9): whoever reaches the issuer there gets credentials of other people.
    case peers
    /// Who has the operator's token and is on this machine.
    case operatorOnly
    /// As ``peers``, and the network that ``ServicesConfiguration/trustedNetworks`` names, without a token.
    case peersOrTrustedNetwork
    /// As ``operatorOnly``, and the network that ``ServicesConfiguration/trustedNetworks`` names, without a token.
    case operatorOrTrustedNetwork
}
