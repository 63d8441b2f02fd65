import HeraldJSON

/// A DID document must have every proof that its kind of owner needs (OpenDID sheet 2.5). With this rule, a verification fails if a proof
/// was removed.
public struct KeyProofsRule: VerificationRule {
    /// A shorter name for `DIDDocument.Owner`.
    public typealias Owner = DIDDocument.Owner

    /// The kind of owner of the DID document.
    public let owner: Owner

    /// Creates the rule.
    /// - Parameter owner: the owner of the DID document.
    public init(_ owner: Owner) { self.owner = owner }

    private struct Use: Hashable {
        let keyID: String
        let purpose: ProofPurpose

        /// The key's name for an error text. Only names that OpenDID defines are shown, because other names are contents of the document.
        var keyText: String { DIDKeyName(rawValue: keyID).map { "key \($0.rawValue)" } ?? "another of its keys" }
    }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let needed = needed(by: subject.document)
        guard !needed.isEmpty else {
            return [
                VerificationFailure(
                    .incompleteProofs, at: "verificationMethod", "the document has no key that can sign its proof")
            ]
        }
        let made = Set(subject.verified.map { Use(keyID: $0.proof.keyID, purpose: $0.proof.purpose) })
        return needed.filter { !made.contains($0) }.map { use in
            VerificationFailure(
                .incompleteProofs, at: "proofs",
                "a proof that holds, made with \(use.keyText) for \(use.purpose.rawValue), is missing")
        }
    }

    private func needed(by document: SignedDocument) -> [Use] {
        switch owner {
        case .device:
            return [Use(keyID: "assert", purpose: .assertionMethod), Use(keyID: "auth", purpose: .authentication)]
        case .holder:
            let keys = Set(document[["verificationMethod"]]?.elements.compactMap { $0["id"]?.string } ?? [])
            return ["pin", "bio"].filter(keys.contains).map { Use(keyID: $0, purpose: .assertionMethod) }
        case .provider:
            let purposes: [ProofPurpose] = [
                .assertionMethod, .authentication, .capabilityInvocation, .capabilityDelegation,
            ]
            return purposes.flatMap { purpose in
                (document[[purpose.rawValue]]?.elements.compactMap(\.string) ?? []).map {
                    Use(keyID: $0, purpose: purpose)
                }
            }
        }
    }
}
