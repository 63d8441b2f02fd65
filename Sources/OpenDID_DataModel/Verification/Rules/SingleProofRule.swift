import HeraldJSON

/// The document must have one proof. The rule is for kinds whose model has no list of proofs (OpenDID sheet 4).
public struct SingleProofRule: VerificationRule {
    /// Creates the rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard subject.document[["proofs"]] == nil else {
            return [VerificationFailure(.malformedProof, at: "proofs", "this kind of document has one proof, as proof")]
        }
        return []
    }
}
