/// Every proof is made with a key of a name that this kind of document uses (OpenDID sheet 1.6 and 2.5).
public struct KeyNameRule: VerificationRule {
    /// The names that are allowed.
    public let allowed: Set<String>

    /// - Parameter allowed: the names that are allowed.
    public init(_ allowed: String...) { self.allowed = Set(allowed) }

    init(any allowed: some Sequence<String>) { self.allowed = Set(allowed) }

    public func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        subject.proofs.filter { !allowed.contains($0.keyID) }.map { proof in
            VerificationFailure(
                .keyName, at: proof.selection.proofPath + ".verificationMethod", "this kind of document is signed with \(names)")
        }
    }

    private var names: String { allowed.sorted().joined(separator: " or ") }
}
