/// Which signature of a document is meant (OpenDID sheet 2.2). Proofs are told apart by place: two entries of `proofs` may name the
/// same key with different purposes (OpenDID sheet 2.5).
public enum ProofSelection: Sendable, Hashable, CustomStringConvertible {
    /// The `proofValue` of the document's `proof`; for a credential the signature over all its claims.
    case proof
    /// The `proofValue` of one entry of `proofs`, counted from 0.
    case proofs(Int)
    /// The signature over the credential with one claim only, `proofValueList[i]` of its `proof`, counted from 0.
    case claim(Int)

    /// Where the signature stands in the document: `proof.proofValue`, `proofs[1].proofValue` or `proof.proofValueList[2]`.
    public var description: String {
        switch self {
        case .proof, .proofs: proofPath + ".proofValue"
        case .claim(let index): "\(proofPath).proofValueList[\(index)]"
        }
    }

    /// Where the proof stands in the document: `proof` or `proofs[1]`.
    var proofPath: String {
        switch self {
        case .proof, .claim: "proof"
        case .proofs(let index): "proofs[\(index)]"
        }
    }
}
