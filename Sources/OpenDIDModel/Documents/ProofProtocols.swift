/// The members that every proof has (OpenDID sheet 4.8).
///
/// OpenDID sheet 4.9, #7: the original text declares `type` as `ProofType?`. Every proof on the wire has it, so it is not optional here.
public protocol ProofProtocol: Jsonable {
    /// The time of signing (datetime).
    var created: String { get set }
    /// The DID URL of the key, such as `did:omn:issuer?versionId=1#assert`.
    var verificationMethod: String { get set }
    /// The purpose of the proof.
    var proofPurpose: ProofPurpose { get set }
    /// The signature's algorithm.
    var type: ProofType { get set }
    /// The signature, 65 bytes in multibase (OpenDID sheet 2.3). The signed text does not have this member.
    var proofValue: String? { get set }
}

/// A document with one proof.
public protocol ProofContainer: Jsonable {
    /// The proof. Absent before signing.
    var proof: Proof? { get set }
}

/// A document that one or more keys sign (OpenDID sheet 2.2). One proof is in `proof`, several are in `proofs`.
///
/// Decoding accepts either member, and also `proofs` with a single element. Encoding writes the same members that were read, so that a
/// received document does not change. In a new document, ``setProofs(_:)`` chooses the right member.
public protocol ProofsContainer: Jsonable {
    /// The proof, if there is only one.
    var proof: Proof? { get set }
    /// The proofs, if there are several.
    var proofs: [Proof]? { get set }
}

extension ProofsContainer {
    /// All proofs of the document: the content of `proofs`, or of `proof` if `proofs` is absent. Empty if both members are absent.
    public var allProofs: [Proof] { proofs ?? proof.map { [$0] } ?? [] }

    /// Stores one proof in `proof` and several in `proofs` (OpenDID sheet 2.2). An empty list removes both members.
    public mutating func setProofs(_ list: [Proof]) {
        proof = list.count == 1 ? list.first : nil
        proofs = list.count > 1 ? list : nil
    }
}
