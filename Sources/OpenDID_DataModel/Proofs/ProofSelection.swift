/// The place of a signature in a document (OpenDID sheet 2.2). It is needed because the key alone does not identify a signature. Two
/// entries of `proofs` may name the same key with different purposes (OpenDID sheet 2.5).
public enum ProofSelection: Sendable, Hashable, CustomStringConvertible {
    /// The `proofValue` of the document's `proof`. For a credential, it is the signature over all its claims.
    case proof
    /// The `proofValue` of one entry of `proofs`. The first entry has index 0.
    case proofs(Int)
    /// The signature of one claim: an entry of `proofValueList` in the credential's `proof`. It covers the credential with only this claim.
    /// The first claim has index 0.
    case claim(Int)

    /// The path of the signature: `proof.proofValue`, `proofs[1].proofValue` or `proof.proofValueList[2]`.
    public var description: String {
        switch self {
        case .proof, .proofs: proofPath + ".proofValue"
        case .claim(let index): "\(proofPath).proofValueList[\(index)]"
        }
    }

    /// The path of the proof: `proof` or `proofs[1]`.
    var proofPath: String {
        switch self {
        case .proof, .claim: "proof"
        case .proofs(let index): "proofs[\(index)]"
        }
    }
}
