import OpenDID_DataModel

/// Requires that every proof is recent. The trust agent accepts a nonce of a sender only once. Because of this rule, it can delete old
/// nonces.
///
/// A proof whose time is up to a day in the future is accepted, because some servers write local time as if it were UTC (OpenDID sheet
/// 1.3). A proof with a later time is refused, because it would be valid until then, and its nonce would have to be stored for as long.
struct FreshProofRule: VerificationRule {
    /// The longest time by which the time of a proof may be in the future.
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
