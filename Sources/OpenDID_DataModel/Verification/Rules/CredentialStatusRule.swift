import HeraldJSON

/// Where the status of credentials is kept: the VC meta of the registry (OpenDID sheet 3.6).
public protocol CredentialStatusSource: Sendable {
    /// The status of a credential; `nil` when it is not known.
    /// - Throws: when no answer could be had; a verification then fails.
    func status(ofCredential id: String) async throws -> VCStatusEnum?
}

/// The credential is `ACTIVE`. One that the registry does not know is refused.
public struct CredentialStatusRule: VerificationRule {
    private let source: any CredentialStatusSource

    /// - Parameter source: where the status is kept.
    public init(_ source: any CredentialStatusSource) { self.source = source }

    public func failures(in subject: VerificationSubject) async -> [VerificationFailure] {
        func failure(_ reason: String) -> [VerificationFailure] { [VerificationFailure(.credentialStatus, at: "id", reason)] }
        guard let id = subject.document[["id"]]?.string, !id.isEmpty else { return failure("the credential has no id") }
        do {
            switch try await source.status(ofCredential: id) {
            case .ACTIVE: return []
            case let status?: return failure("the credential is \(status.rawValue)")
            case nil: return failure("the status of the credential is not known")
            }
        } catch {
            return failure("the status of the credential could not be had: \(error)")
        }
    }
}
