import HeraldJSON

/// The document has one proof: kinds that no model gives a list of proofs cannot have several (OpenDID sheet 4).
public struct SingleProofRule: VerificationRule {
    /// The rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard subject.document[["proofs"]] == nil else {
            return [VerificationFailure(.malformedProof, at: "proofs", "this kind of document has one proof, as proof")]
        }
        return []
    }
}
