/// What a rule looks at: the document and what is known of its proofs.
public struct VerificationSubject: Sendable {
    /// The document as it was received.
    public let document: SignedDocument
    /// Every proof that could be read, whether or not its signature holds.
    public let proofs: [ReceivedProof]
    /// The proofs whose signatures hold.
    public let verified: [VerifiedProof]
    /// The time of the check.
    public let now: UTCInstant
    /// Where DID documents come from.
    public let resolver: any DIDResolver
}

/// One thing that has to hold beside the signatures. Rules are small and are put together to a ``VerificationPolicy``.
public protocol VerificationRule: Sendable {
    /// What is wrong; empty when the rule holds. A rule that cannot decide says so with a failure.
    func failures(in subject: VerificationSubject) async -> [VerificationFailure]
}
