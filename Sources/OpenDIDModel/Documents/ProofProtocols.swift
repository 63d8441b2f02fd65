/// What every proof has (OpenDID sheet 4.8).
///
/// OpenDID sheet 4.9, #7: `type` is not optional here, although the original text prints `ProofType?`; it is always on the wire.
public protocol ProofProtocol: Jsonable {
    /// When the proof was made (datetime).
    var created: String { get set }
    /// The key that made it: a DID URL such as `did:omn:issuer?versionId=1#assert`.
    var verificationMethod: String { get set }
    /// What the signer meant by it.
    var proofPurpose: ProofPurpose { get set }
    /// The signature's algorithm.
    var type: ProofType { get set }
    /// The signature, 65 bytes in multibase (OpenDID sheet 2.3); absent in what is signed.
    var proofValue: String? { get set }
}

/// A document with one proof.
public protocol ProofContainer: Jsonable {
    /// The proof; absent before signing.
    var proof: Proof? { get set }
}

/// A document that one key or several keys sign (OpenDID sheet 2.2): one proof stands in `proof`, several stand in `proofs`.
///
/// Reading accepts either, a one-element `proofs` included, and writing keeps what was read, so that a received document does not
/// change; ``setProofs(_:)`` follows the rule for what is made here.
public protocol ProofsContainer: Jsonable {
    /// The only proof.
    var proof: Proof? { get set }
    /// Several proofs.
    var proofs: [Proof]? { get set }
}

extension ProofsContainer {
    /// The proofs in either place; `proofs` when both are there.
    public var allProofs: [Proof] { proofs ?? proof.map { [$0] } ?? [] }

    /// Puts one proof into `proof`, several into `proofs` (OpenDID sheet 2.2); none removes both.
    public mutating func setProofs(_ list: [Proof]) {
        proof = list.count == 1 ? list.first : nil
        proofs = list.count > 1 ? list : nil
    }
}
