import HeraldJSON

/// The credential's issuer must be on the caller's list.
public struct IssuerRule: VerificationRule {
    /// The DIDs of the accepted issuers.
    public let allowed: Set<String>

    /// Creates the rule.
    /// - Parameter allowed: the DIDs of the accepted issuers. An empty set accepts none.
    public init(allowed: Set<String>) { self.allowed = allowed }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard let issuer = subject.document[["issuer", "id"]]?.string, allowed.contains(issuer) else {
            return [VerificationFailure(.issuer, at: "issuer.id", "the issuer is not one of those that are accepted")]
        }
        return []
    }
}
