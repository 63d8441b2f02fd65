import HeraldJSON

/// Every proof must be made with a key of the expected DID (OpenDID sheet 2.5).
public struct SignerRule: VerificationRule {
    /// A way to name the expected signer.
    public enum Expected: Sendable, Hashable {
        /// The expected signer is this DID.
        case did(String)
        /// The expected signer is the DID at this path of the document, such as `["issuer", "id"]`.
        case member([String])
    }

    /// The expected signers. All of them must be the same DID. If there are none, the rule always fails.
    public let expected: [Expected]

    /// Creates the rule.
    /// - Parameter expected: the expected signers, all of which must be the same DID.
    public init(_ expected: Expected...) { self.expected = expected }

    init(all expected: [Expected]) { self.expected = expected }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        guard !expected.isEmpty else {
            return [
                VerificationFailure(
                    .signer, at: "", "the document does not name its signer and the caller did not say who is expected")
            ]
        }
        var failures: [VerificationFailure] = []
        for expectation in expected {
            let did: String
            switch expectation {
            case .did(let given): did = given
            case .member(let path):
                guard let member = subject.document[path]?.string, !member.isEmpty else {
                    failures.append(
                        VerificationFailure(
                            .signer, at: path.joined(separator: "."), "the signer's DID is required here"))
                    continue
                }
                did = member
            }
            for proof in subject.proofs where proof.keyURL.did != did {
                failures.append(
                    VerificationFailure(
                        .signer, at: proof.selection.proofPath + ".verificationMethod",
                        "the key belongs to another DID than the expected signer"))
            }
        }
        return failures
    }
}

/// The status of each signer's DID must allow the signature (OpenDID sheet 3.1).
public struct SignerStatusRule: VerificationRule {
    /// The accepted statuses.
    public let rule: DIDStatusRule

    /// Creates the rule.
    /// - Parameter rule: the accepted statuses. By default, only activated DIDs are accepted.
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

/// Every proof must be made with a key that the caller knows in advance (OpenDID sheet 0). The keys in the registry do not count.
/// Otherwise, the source of DID documents could replace the TAS's keys with its own.
public struct PinnedKeyRule: VerificationRule {
    /// The accepted keys.
    public let keys: Set<VerificationKey>

    /// Creates the rule.
    /// - Parameter keys: the accepted keys. With an empty set, the rule always fails.
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
