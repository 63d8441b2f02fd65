/// The lifetimes of transactions, tokens and offers, in seconds (OpenDID sheet 5.1).
public struct ServiceLifetimes: Sendable, Hashable {
    /// The lifetime of a transaction at the trust agent.
    public var trustAgentTransaction: Int64 = 86_400
    /// The lifetime of a transaction at the issuer.
    public var issuerTransaction: Int64 = 3_600
    /// The lifetime of a transaction at the verifier.
    public var verifierTransaction: Int64 = 3_600
    /// The lifetime of a server token.
    public var serverToken: Int64 = 3_600
    /// The lifetime that an issue offer states.
    public var issueOffer: Int64 = 180
    /// The lifetime that a verify offer states if the request does not name one.
    public var verifyOffer: Int64 = 180
    /// The lifetime of a restore offer.
    public var restoreOffer: Int64 = 86_400

    /// Creates the lifetimes of the sheet.
    public init() {}
}
