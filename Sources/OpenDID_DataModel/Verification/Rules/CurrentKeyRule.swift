/// Every key that made a proof must still be in the newest version of its owner's document, for the same purpose and with the same
/// authType.
///
/// A proof names the version of the document in which its key is found (OpenDID sheet 1.5). A person who got hold of a removed key could
/// therefore still sign with the old version. This is right for documents of the past, and wrong for a presentation, which is made now. The
/// authType is compared too, because a verifier that requires a PIN must not accept a key that a PIN protected only in the past.
public struct CurrentKeyRule: VerificationRule {
    /// Creates the rule.
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
                    failures.append(
                        VerificationFailure(
                            .missingKey, at: place, "the key was replaced in the newest version of the document"))
                    continue
                }
                guard current.authType != verified.authType else { continue }
                failures.append(
                    VerificationFailure(
                        .authentication, at: place, "in the newest version of the document the key has another authType"
                    ))
            } catch let error as DataModelError {
                failures.append(
                    VerificationFailure(
                        .missingKey, at: place, "in the newest version of the document: \(error.reason)"))
            } catch {
                failures.append(
                    .foreign(error, .unresolved, at: place, "the newest version of the document could not be had"))
            }
        }
        return failures
    }
}
