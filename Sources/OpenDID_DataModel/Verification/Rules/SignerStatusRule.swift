/// The status of each signer's DID must allow the signature (OpenDID sheet 3.1).
public struct SignerStatusRule: VerificationRule {
    /// The accepted statuses.
    public let rule: DIDStatusRule

    /// Creates the rule.
    /// - Parameter rule: the accepted statuses. Defaults to activated DIDs only.
    public init(_ rule: DIDStatusRule = .activeOnly) { self.rule = rule }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        subject.verified.compactMap { verified in
            let owner = verified.signer.owner
            // If the registry says "activated" and the document says "deactivated", the DID counts as deactivated, which is the stricter
            // meaning.
            let status = owner.status == .activated && owner.document.deactivated ? .deactivated : owner.status
            guard !rule.accepts(status, signed: verified.proof.created, terminated: owner.terminated) else {
                return nil
            }
            return VerificationFailure(
                .signerStatus, at: verified.proof.selection.proofPath + ".verificationMethod",
                "the signer's DID is \(status.rawValue)")
        }
    }
}
