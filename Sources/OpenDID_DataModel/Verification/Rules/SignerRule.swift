import HeraldJSON

/// Every proof must be made by the expected DID (OpenDID sheet 2.5).
public struct SignerRule: VerificationRule {
    /// An expected signer.
    public enum Expected: Sendable, Hashable {
        /// This DID.
        case did(String)
        /// The DID at this path of the document, such as `["issuer", "id"]`.
        case member([String])
    }

    /// The expected signers, all of which must be the same DID. If there is none, the rule never holds.
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
