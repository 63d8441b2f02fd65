/// Claims of one credential that are to be shown (OpenDID sheet 8).
public struct ClaimInfo: Codable, Sendable, Hashable {
    /// The credential's id in the wallet.
    public var credentialId: String
    /// The codes of the claims.
    public var claimCodes: [String]

    /// A value from its members.
    public init(credentialId: String, claimCodes: [String]) {
        self.credentialId = credentialId
        self.claimCodes = claimCodes
    }
}
