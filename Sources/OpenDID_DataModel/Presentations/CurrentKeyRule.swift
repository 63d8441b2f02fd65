/// Every key that made a proof is still in the newest version of its owner's document, for the same purpose.
///
/// A proof names the version of the document in which its key is looked up (OpenDID sheet 1.5), so somebody who got hold of a key that its
/// owner has since removed could go on signing under the old version. That is right for documents of the past, and wrong for a
/// presentation, which is made now.
public struct CurrentKeyRule: VerificationRule {
    /// The rule; it has nothing to choose.
    public init() {}

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        var failures: [VerificationFailure] = []
        for verified in subject.verified {
            let (proof, place) = (verified.proof, verified.proof.selection.proofPath + ".verificationMethod")
            do {
                let newest = try await subject.resolver.resolve(proof.keyURL.did, versionId: nil)?.document
                let current = try newest?.verificationKey(at: DIDURL(did: proof.keyURL.did, keyId: proof.keyID), for: proof.purpose)
                guard current != verified.signer.key else { continue }
                failures.append(VerificationFailure(.missingKey, at: place, "the key was replaced in the newest version of the document"))
            } catch let error as DataModelError {
                failures.append(VerificationFailure(.missingKey, at: place, "in the newest version of the document: \(error.reason)"))
            } catch {
                failures.append(VerificationFailure(.unresolved, at: place, "the newest version of the document could not be had: \(error)"))
            }
        }
        return failures
    }
}
