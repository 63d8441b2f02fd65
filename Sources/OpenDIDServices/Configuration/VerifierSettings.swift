/// A verifier's settings (OpenDID sheet 5.8). Simple policies are in ``ServicesSeed/verifications``.
public struct VerifierSettings: Sendable {
    /// Policies in addition to the seed's. For the same device and service, these have priority.
    public var policies: [VerifierPolicy]
    /// The time for which the claims of an accepted presentation are stored for the terminal. They are personal data.
    public var resultLifetime: Duration
    /// The time by which a holder's clock may be ahead.
    public var clockSkew: Duration
    /// The time by which a credential's start may lie ahead. Some issuers write local time as if it were UTC (OpenDID sheet 1.3), so that a credential
    /// issued in Korea seems to start 9 hours later.
    public var earlyBy: Duration
    /// Receives the bytes of every decrypted presentation before it is checked, with the transaction's ID. For a verifier's own records, and to
    /// demonstrate what a verifier receives. The bytes are personal data.
    public var decrypted: (@Sendable (_ presentation: [UInt8], _ txId: String) async -> Void)?

    /// Creates settings. Defaults to no further policies, one hour, one minute and 14 hours.
    public init(
        policies: [VerifierPolicy] = [], resultLifetime: Duration = .seconds(3_600), clockSkew: Duration = .seconds(60),
        earlyBy: Duration = .seconds(14 * 3_600),
        decrypted: (@Sendable (_ presentation: [UInt8], _ txId: String) async -> Void)? = nil
    ) {
        self.policies = policies
        self.resultLifetime = resultLifetime
        self.clockSkew = clockSkew
        self.earlyBy = earlyBy
        self.decrypted = decrypted
    }
}
