import OpenDID_DataModel

/// What a verifier says of a presentation that it does not accept (OpenDID sheet 5.3).
enum PresentationRefusal {
    /// The error for what is wrong with a presentation; `nil` when nothing is.
    ///
    /// Nonce and purpose come first, because they say that the presentation was made for something else. How the holder authenticated and
    /// whether a credential is active only count when everything else holds: without a valid signature there is nobody who authenticated.
    static func error(for report: VerificationReport) -> ServiceError? {
        if let failure = report.failures.first(where: { $0.code == .nonce }) { return error(VerifierError.nonceMismatch, failure) }
        if let failure = report.failures.first(where: { $0.code == .purpose }) { return error(VerifierError.purposeInvalid, failure) }
        let judged: Set<VerificationFailure.Code> = [.authentication, .credentialStatus]
        if let failure = report.failures.first(where: { !judged.contains($0.code) }) {
            return error(VerifierError.presentationInvalid, failure)
        }
        if let failure = report.failures.first(where: { $0.code == .authentication }) {
            return error(VerifierError.authenticationInvalid, failure)
        }
        if let failure = report.failures.first { return error(VerifierError.credentialStatus, failure) }
        return report.isValid ? nil : ServiceError(VerifierError.presentationInvalid)
    }

    /// The error for what is wrong with the holder's half of the channel; `nil` when nothing is.
    static func error(forChannel report: VerificationReport) -> ServiceError? {
        if let failure = report.failures.first(where: { $0.code == .purpose }) { return error(VerifierError.purposeInvalid, failure) }
        if let failure = report.failures.first {
            return error(failure.code == .malformedDocument ? VerifierError.channelInvalid : VerifierError.signatureInvalid, failure)
        }
        return report.isValid ? nil : ServiceError(VerifierError.signatureInvalid)
    }

    private static func error(_ code: ServiceErrorCode, _ failure: VerificationFailure) -> ServiceError {
        ServiceError(code, failure.description)
    }
}
