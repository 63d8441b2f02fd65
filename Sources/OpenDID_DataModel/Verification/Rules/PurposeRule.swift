/// Every proof has one of the purposes that this kind of document allows (OpenDID sheet 2.5).
public struct PurposeRule: VerificationRule {
    /// The purposes that are allowed.
    public let allowed: Set<ProofPurpose>

    /// - Parameter allowed: the purposes that are allowed.
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
