import OpenDID_DataModel

/// Every proof was made lately. A message that carries a nonce of its sender's making is accepted once; with this rule the trust agent need
/// not remember the nonce for ever.
///
/// A time ahead is accepted: some servers print local time as if it were UTC (OpenDID sheet 1.3).
struct FreshProofRule: VerificationRule {
    /// How old a proof may be, in seconds.
    let seconds: Int64

    func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let earliest = subject.now.adding(seconds: -seconds)
        return subject.proofs.filter { $0.created < earliest }.map { _ in
            VerificationFailure(.expired, at: "proof.created", "the proof is older than \(seconds) seconds")
        }
    }
}
