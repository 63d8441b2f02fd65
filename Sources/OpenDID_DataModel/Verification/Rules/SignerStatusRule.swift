/// The status of each signer's DID allows the signature (OpenDID sheet 3.1).
public struct SignerStatusRule: VerificationRule {
    /// Which statuses count.
    public let rule: DIDStatusRule

    /// - Parameter rule: which DIDs may sign. Defaults to those in use only.
    public init(_ rule: DIDStatusRule = .activeOnly) { self.rule = rule }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        subject.verified.compactMap { verified in
            let owner = verified.signer.owner
            // A registry that says "activated" of a document that says "deactivated" is believed in the stricter sense.
            let status = owner.status == .activated && owner.document.deactivated ? .deactivated : owner.status
            guard !rule.accepts(status, signed: verified.proof.created, terminated: owner.terminated) else { return nil }
            return VerificationFailure(
                .signerStatus, at: verified.proof.selection.proofPath + ".verificationMethod", "the signer's DID is \(status.rawValue)")
        }
    }
}
