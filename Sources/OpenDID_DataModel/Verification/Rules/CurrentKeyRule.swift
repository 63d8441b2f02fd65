/// Every key that made a proof is still in the newest version of its owner's document, for the same purpose and with the same authType.
///
/// A proof names the version of the document in which its key is looked up (OpenDID sheet 1.5), so somebody who got hold of a key that its
/// owner has since removed could go on signing under the old version. That is right for documents of the past, and wrong for a
/// presentation, which is made now. The authType belongs to it: a verifier who asks for a PIN must not get what was a PIN once.
public struct CurrentKeyRule: VerificationRule {
    /// The rule; it has nothing to choose.
    public init() {}

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        var failures: [VerificationFailure] = []
        for verified in subject.verified {
            let (proof, place) = (verified.proof, verified.proof.selection.proofPath + ".verificationMethod")
            do {
                let newest = try await subject.resolver.resolve(proof.keyURL.did, versionId: nil)?.document
                let url = DIDURL(did: proof.keyURL.did, keyId: proof.keyID)
                guard let current = try newest?.verificationMethod(at: url, for: proof.purpose),
                    try VerificationKey(current) == verified.signer.key
                else {
                    failures.append(VerificationFailure(.missingKey, at: place, "the key was replaced in the newest version of the document"))
                    continue
                }
                guard current.authType != verified.authType else { continue }
                failures.append(VerificationFailure(
                    .authentication, at: place, "in the newest version of the document the key has another authType"))
            } catch let error as DataModelError {
                failures.append(VerificationFailure(.missingKey, at: place, "in the newest version of the document: \(error.reason)"))
            } catch {
                failures.append(.foreign(error, .unresolved, at: place, "the newest version of the document could not be had"))
            }
        }
        return failures
    }
}
