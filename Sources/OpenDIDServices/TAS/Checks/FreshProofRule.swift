import OpenDID_DataModel

/// Requires that every proof is recent. The sender's nonce in a message is accepted once; because of this rule, the trust agent can delete old
/// nonces.
///
/// A time up to a day ahead is accepted, because some servers write local time as if it were UTC (OpenDID sheet 1.3). A later one is refused: its
/// proof would be valid until then, and its nonce would have to be stored as long.
struct FreshProofRule: VerificationRule {
    /// The time by which a proof may be ahead.
    static let ahead: Duration = .seconds(86_400)
    /// The largest age of a proof.
    let age: Duration

    func failures(in subject: VerificationSubject) -> [VerificationFailure] {
        let (earliest, latest) = (subject.now - age, subject.now + Self.ahead)
        return subject.proofs.compactMap { proof in
            if proof.created < earliest {
                return VerificationFailure(
                    .expired, at: "proof.created", "the proof is older than \(age.components.seconds) seconds")
            }
            guard proof.created > latest else { return nil }
            return VerificationFailure(
                .notYetValid, at: "proof.created",
                "the proof is more than \(Self.ahead.components.seconds) seconds ahead")
        }
    }
}
