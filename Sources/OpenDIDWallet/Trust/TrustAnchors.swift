import OpenDID_DataModel

/// The keys and names that a wallet trusts without a proof (OpenDID sheet 0).
///
/// ```swift
/// let anchors = TrustAnchors(tas: "did:omn:tas", keys: [trustAgentKey])
/// ```
///
/// Upstream wallets trust every answer of the gateway about the trust agent and providers. If ``keys`` and ``providerKeys`` are set, the
/// wallet detects a gateway that returns other keys at once. If they are not set, the wallet stores the keys that it receives first
/// (``ProviderKeyMemory``). It then does not detect a gateway that returns false keys from the beginning.
public struct TrustAnchors: Sendable, Hashable {
    /// The DID of the trust agent.
    public var tas: String
    /// The pinned `assert` keys of the trust agent. If they are `nil`, the wallet trusts the keys in the registry.
    public var keys: Set<VerificationKey>?
    /// The pinned keys of providers, by their DIDs. Other keys of these providers are refused, whatever the registry says.
    public var providerKeys: [String: Set<VerificationKey>]
    /// The time for which a checked certificate and a provider's DID document are cached.
    public var lifetime: Duration
    /// The time by which the start of a provider's certificate may be in the future. Some deployed servers write local time as
    /// if it were UTC (OpenDID sheet 1.3), so that a certificate from Korea seems to start 9 hours from now.
    public var earlyBy: Duration

    /// The default of ``earlyBy``: 14 hours, because no time zone is further ahead of UTC.
    public static let standardEarlyBy: Duration = .seconds(14 * 3_600)

    /// Creates the anchors.
    /// - Parameters:
    ///   - tas: the DID of the trust agent.
    ///   - keys: the pinned `assert` keys of the trust agent. Defaults to none.
    ///   - providerKeys: the pinned keys of providers, by their DIDs. Defaults to none.
    ///   - lifetime: the time for which certificates and documents are cached. Defaults to 300 s. Zero disables the cache.
    ///   - earlyBy: the time by which the start of a certificate may be in the future. Defaults to 14 hours.
    public init(
        tas: String, keys: Set<VerificationKey>? = nil, providerKeys: [String: Set<VerificationKey>] = [:],
        lifetime: Duration = .seconds(300),
        earlyBy: Duration = TrustAnchors.standardEarlyBy
    ) {
        self.tas = tas
        self.keys = keys
        self.providerKeys = providerKeys
        self.lifetime = lifetime
        self.earlyBy = earlyBy
    }
}
