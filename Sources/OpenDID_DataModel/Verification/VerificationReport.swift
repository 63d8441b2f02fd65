/// What came of checking a document: every failure, not the first one only.
public struct VerificationReport: Sendable, Hashable {
    /// Something that decides whether a document is good and that the policy did not look at.
    public enum Omission: String, Sendable, Hashable, CaseIterable {
        /// Whether a credential is active: no rule had a source to ask. A revoked credential may be among what was accepted.
        case credentialStatus
        /// Whether a credential as it was issued has all of its claims: no schema was at hand. One that was cut down to a single claim may
        /// be what was accepted (``SignatureRule/Claims``).
        case claimsSchema
        /// Whether a wallet token answers the seed that was sent: the policy was not told which one that is (``SentSeedRule``).
        case sentSeed
        /// The DID document inside an envelope: its form was looked at, not whether it has proofs nor whether they hold. Open the envelope
        /// (`MultibaseEnvelope`) and check what is inside as its own kind.
        case innerDocument
        /// Who signed: the policy was told nobody, and took whomever the document itself names. Everybody in the registry can make such a
        /// document; compare the ``VerifiedProof/signer`` of the report with whom it has to be.
        case signer
    }

    /// How many failures a report lists. Where there are more, the last one says so.
    public static let failureLimit = 100

    /// Everything that is wrong, in the order it was found; of very many failures the first of each kind and the first ones, see
    /// ``failureLimit``.
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

    /// The failures that a report lists, in their order. Of very many the first of each code are among them, so that a caller who looks for
    /// one finds it.
    private static func listed(_ failures: [VerificationFailure]) -> [VerificationFailure] {
        // Two rules may see the same fault; it is one.
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
