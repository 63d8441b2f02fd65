/// No key proves the same purpose twice, so that two proofs are never one proof counted double.
public struct DistinctProofsRule: VerificationRule {
    /// The rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var seen: Set<[String]> = []
        return subject.proofs.compactMap { proof in
            guard !seen.insert([proof.keyURL.did, proof.keyID, proof.purpose.rawValue]).inserted else { return nil }
            return VerificationFailure(.malformedProof, at: proof.selection.proofPath, "an earlier proof has the same key and purpose")
        }
    }
}
