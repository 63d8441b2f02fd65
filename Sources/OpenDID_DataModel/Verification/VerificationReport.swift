/// What came of checking a document: every failure, not the first one only.
public struct VerificationReport: Sendable, Hashable {
    /// Something that decides whether a document is good and that the policy did not look at.
    public enum Omission: String, Sendable, Hashable, CaseIterable {
        /// Whether a credential is active: no rule had a source to ask. A revoked credential may be among what was accepted.
        case credentialStatus
    }

    /// Everything that is wrong, in the order it was found.
    public let failures: [VerificationFailure]
    /// The proofs whose signatures hold. They say nothing while there are failures.
    public let proofs: [VerifiedProof]

    /// What the policy did not look at; see ``VerificationPolicy/omissions``.
    public let omissions: Set<Omission>

    /// Whether the document is to be trusted: nothing failed, and there is a proof that holds. ``omissions`` says
    /// how much that covers.
    public var isValid: Bool { failures.isEmpty && !proofs.isEmpty }

    /// Returns when the document is to be trusted.
    /// - Throws: the first failure.
    public func requireValid() throws(VerificationFailure) {
        if let first = failures.first { throw first }
        guard !proofs.isEmpty else { throw VerificationFailure(.missingProof, at: "", "no proof was checked") }
    }

    init(failures: [VerificationFailure], proofs: [VerifiedProof], omissions: Set<Omission>) {
        self.failures = failures
        self.proofs = proofs
        self.omissions = omissions
    }
}
