/// The result of checking a document, with all failures.
public struct VerificationReport: Sendable, Hashable {
    /// A check that decides about a document and that the policy left out.
    public enum Omission: String, Sendable, Hashable, CaseIterable {
        /// The status of a credential, because no rule had a source for it. A revoked credential may have been accepted.
        case credentialStatus
        /// The completeness of an issued credential's claims, because there was no schema. A credential that was reduced to a single claim
        /// may have been accepted (``SignatureRule/Claims``).
        case claimsSchema
        /// The comparison of a wallet token's seed with the one that was sent, because the policy did not have it (``SentSeedRule``).
        case sentSeed
        /// The proofs of the DID document in an envelope. Only its form was checked. Open the envelope (`MultibaseEnvelope`) and check the
        /// content as its own kind.
        case innerDocument
        /// The identity of the signer, because the policy had no expected signer and accepted the one that the document names. Everybody in
        /// the registry can make such a document. Compare the ``VerifiedProof/signer`` of the report with the expected signer.
        case signer
    }

    /// The largest number of failures in a report. If there are more, the last one says so.
    public static let failureLimit = 100

    /// The failures in the order in which they were found. If there are too many, the first failure of each kind and then the first others;
    /// see ``failureLimit``.
    public let failures: [VerificationFailure]
    /// The proofs whose signatures hold. They are meaningless if there are failures.
    public let proofs: [VerifiedProof]

    /// The checks that the policy left out; see ``VerificationPolicy/omissions``.
    public let omissions: Set<Omission>

    /// True if the document is to be trusted: nothing failed, and at least one proof holds. ``omissions`` shows the checks that this does
    /// not cover.
    public var isValid: Bool { failures.isEmpty && !proofs.isEmpty }

    /// Returns if the document is to be trusted.
    /// - Throws: the first failure, or ``VerificationFailure`` with code `missingProof` if no proof was checked.
    public func requireValid() throws(VerificationFailure) {
        if let first = failures.first { throw first }
        guard !proofs.isEmpty else { throw VerificationFailure(.missingProof, at: "", "no proof was checked") }
    }

    /// Returns the failures for a report, in their order. If there are too many, the first one of each code is among them, so that a caller
    /// can find it.
    private static func listed(_ failures: [VerificationFailure]) -> [VerificationFailure] {
        // Two rules may find the same fault. It counts once.
        var seen: Set<VerificationFailure> = []
        let distinct = failures.filter { seen.insert($0).inserted }
        guard distinct.count > failureLimit else { return distinct }
        var codes: Set<VerificationFailure.Code> = []
        let isFirst = distinct.map { codes.insert($0.code).inserted }
        var others = max(failureLimit - codes.count, 0)
        let kept = zip(distinct, isFirst).filter { _, isFirst in
            guard !isFirst, others > 0 else { return isFirst }
            others -= 1
            return true
        }.map(\.0).prefix(failureLimit)
        let more = VerificationFailure(
            .tooManyFailures, at: "", "there are \(distinct.count - kept.count) more failures, which are not listed")
        return kept + [more]
    }

    init(failures: [VerificationFailure], proofs: [VerifiedProof], omissions: Set<Omission>) {
        self.failures = Self.listed(failures)
        self.proofs = proofs
        self.omissions = omissions
    }
}
