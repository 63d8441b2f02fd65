/// How a verifier asks, and for how long it remembers (OpenDID sheet 5.8). Simple policies are in ``ServicesSeed/verifications``.
public struct VerifierSettings: Sendable {
    /// Policies beside those of the seed; of two for one device and service the one here counts.
    public var policies: [VerifierPolicy]
    /// For how long the claims of an accepted presentation are kept for the terminal, in seconds. They are personal data.
    public var resultLifetime: Int64
    /// By how many seconds a holder's clock may be ahead.
    public var clockSkew: Int64
    /// By how many seconds the first moment of a credential may lie ahead: issuers print local time as if it were UTC (OpenDID sheet 1.3), so that
    /// what is issued in Korea seems to begin 9 hours from now.
    public var earlyBy: Int64
    /// Is given the bytes of every presentation as they were decrypted, before they are checked, and the transaction; for a verifier's own
    /// records, and for showing what a verifier gets to see. They are personal data.
    public var decrypted: (@Sendable (_ presentation: [UInt8], _ txId: String) async -> Void)?

    /// By default: no further policies, one hour, one minute, 14 hours.
    public init(
        policies: [VerifierPolicy] = [], resultLifetime: Int64 = 3600, clockSkew: Int64 = 60, earlyBy: Int64 = 14 * 3600,
        decrypted: (@Sendable (_ presentation: [UInt8], _ txId: String) async -> Void)? = nil
    ) {
        self.policies = policies
        self.resultLifetime = resultLifetime
        self.clockSkew = clockSkew
        self.earlyBy = earlyBy
        self.decrypted = decrypted
    }
}
