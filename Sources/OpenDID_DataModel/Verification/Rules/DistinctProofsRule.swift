/// No key may prove the same purpose twice, so that one proof never counts as two.
public struct DistinctProofsRule: VerificationRule {
    /// Creates the rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var seen: Set<[String]> = []
        return subject.proofs.compactMap { proof in
            guard !seen.insert([proof.keyURL.did, proof.keyID, proof.purpose.rawValue]).inserted else { return nil }
            return VerificationFailure(
                .malformedProof, at: proof.selection.proofPath, "an earlier proof has the same key and purpose")
        }
    }
}
