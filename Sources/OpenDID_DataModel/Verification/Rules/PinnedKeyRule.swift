/// Every proof must be made with a key that the caller knows in advance, whatever the registry says (OpenDID sheet 0). Otherwise, the
/// source of DID documents could replace the TAS's keys with its own.
public struct PinnedKeyRule: VerificationRule {
    /// The accepted keys.
    public let keys: Set<VerificationKey>

    /// Creates the rule.
    /// - Parameter keys: the accepted keys. With an empty set the rule never holds.
    public init(_ keys: Set<VerificationKey>) { self.keys = keys }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let strangers = subject.verified.filter { !keys.contains($0.signer.key) }.map { verified in
            VerificationFailure(
                .signer, at: verified.proof.selection.proofPath + ".verificationMethod",
                "the key is not one of those that are pinned")
        }
        guard strangers.isEmpty, subject.verified.isEmpty else { return strangers }
        return [VerificationFailure(.signer, at: "proof", "no proof was made with a key that is pinned")]
    }
}
