import OpenDID_DataModel

/// The errors for refused presentations (OpenDID sheet 5.3).
enum PresentationRefusal {
    /// Returns the error for a verification report on a presentation, or `nil` if the presentation is valid.
    ///
    /// Faults of the nonce and the purpose are reported first, because they mean that the presentation was made for another purpose. Faults
    /// of the authentication and the credential status are reported last, because without a valid signature no holder has authenticated.
    static func error(for report: VerificationReport) -> ServiceError? {
        if let failure = report.failures.first(where: { $0.code == .nonce }) {
            return error(VerifierError.nonceMismatch, failure)
        }
        if let failure = report.failures.first(where: { $0.code == .purpose }) {
            return error(VerifierError.purposeInvalid, failure)
        }
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

    /// Returns the error for a verification report on the holder's half of the channel, or `nil` if that half is valid.
    static func error(forChannel report: VerificationReport) -> ServiceError? {
        if let failure = report.failures.first(where: { $0.code == .purpose }) {
            return error(VerifierError.purposeInvalid, failure)
        }
        if let failure = report.failures.first {
            return error(
                failure.code == .malformedDocument ? VerifierError.channelInvalid : VerifierError.signatureInvalid,
                failure)
        }
        return report.isValid ? nil : ServiceError(VerifierError.signatureInvalid)
    }

    private static func error(_ code: ServiceErrorCode, _ failure: VerificationFailure) -> ServiceError {
        ServiceError(code, failure.description)
    }
}
