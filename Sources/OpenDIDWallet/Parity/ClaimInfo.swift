/// The claims of one credential to show (OpenDID sheet 8).
public struct ClaimInfo: Codable, Sendable, Hashable {
    /// The credential's id in the wallet.
    public var credentialId: String
    /// The codes of the claims.
    public var claimCodes: [String]

    public init(credentialId: String, claimCodes: [String]) {
        self.credentialId = credentialId
        self.claimCodes = claimCodes
    }
}
