/// The holder authenticated as the verifier asked. What counts is the authType of the keys in the DID document, not their names (OpenDID
/// sheet 3.4).
public struct AuthenticationRule: VerificationRule {
    /// What the verifier asked for.
    public let required: VerifyAuthType

    /// - Parameter required: `process.authType` of the profile; an empty set restricts nothing.
    public init(_ required: VerifyAuthType) { self.required = required }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard required.isSatisfied(by: Set(subject.verified.map(\.authType))) else {
            return [VerificationFailure(.authentication, at: "proof", "the holder authenticated by other means than were asked for")]
        }
        return []
    }
}
