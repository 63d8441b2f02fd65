/// The holder must have authenticated as the verifier requested. The rule uses the authType of the keys in the DID document and not their
/// names (OpenDID sheet 3.4). If several factors are required, each factor needs a different key. A public key that is listed both for PIN
/// and for biometrics counts as one factor.
public struct AuthenticationRule: VerificationRule {
    /// The factors that the verifier requires.
    public let required: VerifyAuthType

    /// Creates the rule.
    /// - Parameter required: `process.authType` of the profile. An empty set requires nothing.
    public init(_ required: VerifyAuthType) { self.required = required }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard required.isSatisfied(by: Set(subject.verified.map(\.authType))) else {
            return [
                VerificationFailure(
                    .authentication, at: "proof", "the holder authenticated by other means than were asked for")
            ]
        }
        guard required.contains(.and) else { return [] }
        // It is enough to compare the number of keys with the number of factors. At this point each factor has a key. There are only two
        // factors, so with at least as many keys as factors, each factor can have a different key.
        let factors = Set(
            [(VerifyAuthType.pin, AuthType.pin), (.bio, .bio)].filter { required.contains($0.0) }.map(\.1))
        let keys = Set(subject.verified.filter { factors.contains($0.authType) }.map(\.signer.key))
        guard keys.count >= factors.count else {
            return [
                VerificationFailure(
                    .authentication, at: "proof", "one key stands for several of the factors that were asked for")
            ]
        }
        return []
    }
}
