/// The lifetimes of transactions, tokens and offers (OpenDID sheet 5.1).
public struct ServiceLifetimes: Sendable, Hashable {
    /// The lifetime of a transaction at the trust agent.
    public var trustAgentTransaction: Duration = .seconds(86_400)
    /// The lifetime of a transaction at the issuer.
    public var issuerTransaction: Duration = .seconds(3_600)
    /// The lifetime of a transaction at the verifier.
    public var verifierTransaction: Duration = .seconds(3_600)
    /// The lifetime of a server token.
    public var serverToken: Duration = .seconds(3_600)
    /// The lifetime that an issue offer states.
    public var issueOffer: Duration = .seconds(180)
    /// The lifetime that a verify offer states if the request does not name one.
    public var verifyOffer: Duration = .seconds(180)
    /// The lifetime of a restore offer.
    public var restoreOffer: Duration = .seconds(86_400)

    /// Creates the lifetimes of the sheet.
    public init() {}
}
