/// The holder authenticated as the verifier asked. What counts is the authType of the keys in the DID document, not their names (OpenDID
/// sheet 3.4). Where several factors are asked for, each needs a key of its own: one public key that is listed for PIN and for biometrics
/// is one factor.
public struct AuthenticationRule: VerificationRule {
    /// What the verifier asked for.
    public let required: VerifyAuthType

    /// - Parameter required: `process.authType` of the profile; an empty set restricts nothing.
    public init(_ required: VerifyAuthType) { self.required = required }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard required.isSatisfied(by: Set(subject.verified.map(\.authType))) else {
            return [VerificationFailure(.authentication, at: "proof", "the holder authenticated by other means than were asked for")]
        }
        guard required.contains(.and) else { return [] }
        // There are two factors only: when each has a key, as many keys as factors mean that each can have its own.
        let factors = Set([(VerifyAuthType.pin, AuthType.pin), (.bio, .bio)].filter { required.contains($0.0) }.map(\.1))
        let keys = Set(subject.verified.filter { factors.contains($0.authType) }.map(\.signer.key))
        guard keys.count >= factors.count else {
            return [VerificationFailure(.authentication, at: "proof", "one key stands for several of the factors that were asked for")]
        }
        return []
    }
}
