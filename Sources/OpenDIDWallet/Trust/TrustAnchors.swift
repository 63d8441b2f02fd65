import OpenDID_DataModel

/// Where a wallet's trust begins (OpenDID sheet 0).
///
/// Upstream wallets trust whatever the gateway says of the trust agent and of providers. With ``keys`` and ``providerKeys`` set, a gateway
/// that puts other keys in their place is found out at once; without them the keys met first are remembered (``ProviderKeyMemory``), and a
/// gateway that lies from the first day on is believed.
public struct TrustAnchors: Sendable, Hashable {
    /// The DID of the trust agent.
    public var tas: String
    /// The trust agent's `assert` keys, when they are known beforehand; `nil` trusts the registry.
    public var keys: Set<VerificationKey>?
    /// The keys with which providers may sign, by their DIDs, where they are known beforehand; others are refused, whatever the registry
    /// says.
    public var providerKeys: [String: Set<VerificationKey>]
    /// For how many seconds a checked certificate and a provider's DID document are believed without asking again.
    public var lifetime: Int64
    /// By how many seconds the first moment of a provider's certificate may lie ahead. Deployed servers print local time as if it were UTC
    /// (OpenDID sheet 1.3), so that what is made in Korea seems to begin 9 hours from now.
    public var earlyBy: Int64

    /// 14 hours: no clock on Earth is further ahead of UTC.
    public static let standardEarlyBy: Int64 = 14 * 3600

    /// - Parameters:
    ///   - tas: the DID of the trust agent.
    ///   - keys: its `assert` keys, when they are known beforehand.
    ///   - providerKeys: the keys with which providers may sign, by their DIDs, where they are known beforehand.
    ///   - lifetime: in seconds. Defaults to 300; 0 asks every time.
    ///   - earlyBy: by how many seconds a certificate's first moment may lie ahead. Defaults to 14 hours.
    public init(
        tas: String, keys: Set<VerificationKey>? = nil, providerKeys: [String: Set<VerificationKey>] = [:], lifetime: Int64 = 300,
        earlyBy: Int64 = TrustAnchors.standardEarlyBy
    ) {
        self.tas = tas
        self.keys = keys
        self.providerKeys = providerKeys
        self.lifetime = lifetime
        self.earlyBy = earlyBy
    }
}
