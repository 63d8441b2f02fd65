/// Every proof is made with a key that the caller knows beforehand, whatever a registry says (OpenDID sheet 0): whoever answers for DID
/// documents can otherwise put keys of its own in the place of the TAS's.
public struct PinnedKeyRule: VerificationRule {
    /// The keys that count.
    public let keys: Set<VerificationKey>

    /// - Parameter keys: the keys that count; with none the rule never holds.
    public init(_ keys: Set<VerificationKey>) { self.keys = keys }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let strangers = subject.verified.filter { !keys.contains($0.signer.key) }.map { verified in
            VerificationFailure(
                .signer, at: verified.proof.selection.proofPath + ".verificationMethod", "the key is not one of those that are pinned")
        }
        guard strangers.isEmpty, subject.verified.isEmpty else { return strangers }
        return [VerificationFailure(.signer, at: "proof", "no proof was made with a key that is pinned")]
    }
}
