/// A verifier's settings (OpenDID sheet 5.8). Simple policies are in ``ServicesSeed/verifications``.
public struct VerifierSettings: Sendable {
    /// Policies in addition to those of the seed. A policy in this list has priority over a policy of the seed for the same device and
    /// service.
    public var policies: [VerifierPolicy]
    /// The time for which the claims of an accepted presentation are stored for the terminal. The claims are personal data.
    public var resultLifetime: Duration
    /// The longest time by which a holder's clock may be ahead of the verifier's clock.
    public var clockSkew: Duration
    /// The longest time by which the start of a credential's validity may be in the future. Some issuers write local time as if it were UTC
    /// (OpenDID sheet 1.3). The validity of a credential that was issued in Korea then seems to start 9 hours later.
    public var earlyBy: Duration
    /// Receives the bytes of every decrypted presentation before it is checked, and the ID of its transaction. It is meant for a verifier's
    /// own records, and for demonstrations of the data that a verifier receives. The bytes are personal data.
    public var decrypted: (@Sendable (_ presentation: [UInt8], _ txId: String) async -> Void)?

    /// Creates settings. They default to no further policies, a result lifetime of one hour, a clock skew of one minute, and 14 hours for
    /// ``earlyBy``.
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
