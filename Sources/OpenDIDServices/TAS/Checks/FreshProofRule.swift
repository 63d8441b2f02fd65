import OpenDID_DataModel

/// Every proof was made lately. A message that carries a nonce of its sender's making is accepted once; with this rule the trust agent need
/// not remember the nonce for ever.
///
/// A time ahead is accepted, up to a day: some servers print local time as if it were UTC (OpenDID sheet 1.3). A proof from next year would be
/// good until then, and its nonce would have to be remembered as long.
struct FreshProofRule: VerificationRule {
    /// How far ahead a proof may be, in seconds.
    static let ahead: Int64 = 86_400
    /// How old a proof may be, in seconds.
    let seconds: Int64

    func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let (earliest, latest) = (subject.now.adding(seconds: -seconds), subject.now.adding(seconds: Self.ahead))
        return subject.proofs.compactMap { proof in
            if proof.created < earliest { return VerificationFailure(.expired, at: "proof.created", "the proof is older than \(seconds) seconds") }
            guard proof.created > latest else { return nil }
            return VerificationFailure(.notYetValid, at: "proof.created", "the proof is more than \(Self.ahead) seconds ahead")
        }
    }
}
