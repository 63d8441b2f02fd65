import HeraldJSON

/// The credential's issuer is on the caller's list.
public struct IssuerRule: VerificationRule {
    /// The DIDs that may have issued it.
    public let allowed: Set<String>

    /// - Parameter allowed: DIDs; an empty set accepts nobody.
    public init(allowed: Set<String>) { self.allowed = allowed }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard let issuer = subject.document[["issuer", "id"]]?.string, allowed.contains(issuer) else {
            return [VerificationFailure(.issuer, at: "issuer.id", "the issuer is not one of those that are accepted")]
        }
        return []
    }
}
