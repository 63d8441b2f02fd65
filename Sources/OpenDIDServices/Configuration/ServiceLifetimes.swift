/// How long what the servers hand out holds, in seconds (OpenDID sheet 5.1).
public struct ServiceLifetimes: Sendable, Hashable {
    /// A transaction at the trust agent.
    public var trustAgentTransaction: Int64 = 86_400
    /// A transaction at the issuer.
    public var issuerTransaction: Int64 = 3_600
    /// A transaction at the verifier.
    public var verifierTransaction: Int64 = 3_600
    /// A server token.
    public var serverToken: Int64 = 3_600
    /// What an issue offer says of itself.
    public var issueOffer: Int64 = 180
    /// What a verify offer says of itself where the request does not say.
    public var verifyOffer: Int64 = 180
    /// A restore offer.
    public var restoreOffer: Int64 = 86_400

    /// The sheet's lifetimes.
    public init() {}
}
