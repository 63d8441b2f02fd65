/// What came of checking a document: every failure, not the first one only.
public struct VerificationReport: Sendable, Hashable {
    /// Everything that is wrong, in the order it was found.
    public let failures: [VerificationFailure]
    /// The proofs whose signatures hold. They say nothing while there are failures.
    public let proofs: [VerifiedProof]

    /// Whether the document is to be trusted: nothing failed, and there is a proof that holds.
    public var isValid: Bool { failures.isEmpty && !proofs.isEmpty }

    /// Returns when the document is to be trusted.
    /// - Throws: the first failure.
    public func requireValid() throws(VerificationFailure) {
        if let first = failures.first { throw first }
        guard !proofs.isEmpty else { throw VerificationFailure(.missingProof, at: "", "no proof was checked") }
    }

    init(failures: [VerificationFailure], proofs: [VerifiedProof]) {
        self.failures = failures
        self.proofs = proofs
    }
}
