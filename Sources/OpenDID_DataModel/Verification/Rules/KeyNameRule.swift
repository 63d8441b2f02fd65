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
