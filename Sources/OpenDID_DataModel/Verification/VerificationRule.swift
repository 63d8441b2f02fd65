/// The input of a rule: the document and the results about its proofs.
public struct VerificationSubject: Sendable {
    /// The received document.
    public let document: SignedDocument
    /// Every proof that could be read, even if its signature does not hold.
    public let proofs: [ReceivedProof]
    /// The proofs whose signatures hold.
    public let verified: [VerifiedProof]
    /// The time of the check.
    public let now: UTCInstant
    /// The source of DID documents.
    public let resolver: any DIDResolver
}

/// One condition beside the signatures. A ``VerificationPolicy`` combines several rules.
public protocol VerificationRule: Sendable {
    /// Returns the failures, or an empty array if the rule holds. A rule that cannot decide returns a failure.
    func failures(in subject: VerificationSubject) async -> [VerificationFailure]
}
