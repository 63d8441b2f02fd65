/// Every proof must have a purpose that is allowed for this kind of document (OpenDID sheet 2.5).
public struct PurposeRule: VerificationRule {
    /// The allowed purposes.
    public let allowed: Set<ProofPurpose>

    /// Creates the rule.
    /// - Parameter allowed: the allowed purposes.
    public init(_ allowed: ProofPurpose...) { self.allowed = Set(allowed) }

    init(any allowed: some Sequence<ProofPurpose>) { self.allowed = Set(allowed) }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        subject.proofs.filter { !allowed.contains($0.purpose) }.map { proof in
            VerificationFailure(
                .purpose, at: proof.selection.proofPath + ".proofPurpose",
                "\(proof.purpose.rawValue) is not a purpose of this kind of document")
        }
    }
}
