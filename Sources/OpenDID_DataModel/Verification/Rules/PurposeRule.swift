import HeraldJSON

/// Every key that made a proof must still be listed in the newest version of its owner's document, for the same purpose and with the same
/// authType.
///
/// A proof names the version of the document in which its key is found (OpenDID sheet 1.5). A person who has obtained a removed key could
/// therefore still sign and name an old version. An old version must be accepted for an old document. A presentation is made now, so a
/// removed key must not be accepted for it. The authType is compared too, because a verifier that requires a PIN must not accept a key that
/// had a PIN only in the past.
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

/// Every proof must be made with a key whose name is allowed for this kind of document (OpenDID sheet 1.6 and 2.5).
public struct KeyNameRule: VerificationRule {
    /// The allowed names.
    public let allowed: Set<String>

    /// Creates the rule.
    /// - Parameter allowed: the allowed names.
    public init(_ allowed: String...) { self.allowed = Set(allowed) }

    init(any allowed: some Sequence<String>) { self.allowed = Set(allowed) }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        subject.proofs.filter { !allowed.contains($0.keyID) }.map { proof in
            VerificationFailure(
                .keyName, at: proof.selection.proofPath + ".verificationMethod",
                "this kind of document is signed with \(names)")
        }
    }

    private var names: String { allowed.sorted().joined(separator: " or ") }
}

/// Every proof must have a purpose that is allowed for this kind of document (OpenDID sheet 2.5).
public struct PurposeRule: VerificationRule {
    /// The allowed purposes.
    public let allowed: Set<ProofPurpose>

    /// Creates the rule.
    /// - Parameter allowed: the allowed purposes.
    public init(_ allowed: ProofPurpose...) { self.allowed = Set(allowed) }

    init(any allowed: some Sequence<ProofPurpose>) { self.allowed = Set(allowed) }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        subject.proofs.filter { !allowed.contains($0.purpose) }.map { proof in
            VerificationFailure(
                .purpose, at: proof.selection.proofPath + ".proofPurpose",
                "\(proof.purpose.rawValue) is not a purpose of this kind of document")
        }
    }
}

/// No two proofs may have both the same key and the same purpose, so that one proof never counts twice.
public struct DistinctProofsRule: VerificationRule {
    /// Creates the rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        var seen: Set<[String]> = []
        return subject.proofs.compactMap { proof in
            guard !seen.insert([proof.keyURL.did, proof.keyID, proof.purpose.rawValue]).inserted else { return nil }
            return VerificationFailure(
                .malformedProof, at: proof.selection.proofPath, "an earlier proof has the same key and purpose")
        }
    }
}

/// The document must have exactly one proof. This rule is for kinds of documents that have no list `proofs` in the model (OpenDID sheet 4).
public struct SingleProofRule: VerificationRule {
    /// Creates the rule.
    public init() {}

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard subject.document[["proofs"]] == nil else {
            return [VerificationFailure(.malformedProof, at: "proofs", "this kind of document has one proof, as proof")]
        }
        return []
    }
}
