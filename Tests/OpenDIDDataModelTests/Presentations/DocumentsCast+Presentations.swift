import OpenDID_DataModel
import Testing

extension DocumentsCast {
    /// A presentation of the holder that answers a profile.
    func answer(
        _ profile: VerifyProfile, _ credentials: [(VerifiableCredential, ClaimSelection)], keys: [String] = ["pin"]
    ) async throws -> VerifiablePresentation {
        var draft = PresentationDraft(
            id: "vp", holder: holder.id, verifierNonce: profile.profile.process.verifierNonce, now: DocumentsCast.now)
        for (credential, selection) in credentials { try draft.add(credential, showing: selection) }
        return try await draft.signed(by: keys.map { request($0 == "pin" ? pin : bio, $0, of: holder) })
    }

    /// The faults that a verifier finds in the presentation.
    func failures(
        _ presentation: VerifiablePresentation, _ profile: VerifyProfile, at now: UTCInstant = DocumentsCast.now,
        earlyBy: Duration = .zero,
        schemas: [VCSchema] = []
    ) async throws -> Set<VerificationFailure.Code> {
        let policy = VerificationPolicy.presentation(
            answering: profile, statuses: statuses, schemas: schemas, earlyBy: earlyBy)
        let report = try await policy.verify(presentation, at: now, resolver: registry)
        #expect(report.isValid == report.failures.isEmpty)
        return Set(report.failures.map(\.code))
    }
}
