/// A step of a protocol, by the name of its endpoint.
enum TrustAgentStep: String, Sendable, Hashable {
    case requestECDH = "request-ecdh"
    case requestCreateToken = "request-create-token"
    case retrieveKYC = "retrieve-kyc"
    case requestRegisterUser = "request-register-user"
    case confirmRegisterUser = "confirm-register-user"
    case requestUpdateDIDDoc = "request-update-diddoc"
    case confirmUpdateDIDDoc = "confirm-update-diddoc"
    case requestRestoreDIDDoc = "request-restore-diddoc"
    case confirmRestoreDIDDoc = "confirm-restore-diddoc"
    case requestIssueProfile = "request-issue-profile"
    case requestIssueVC = "request-issue-vc"
    case confirmIssueVC = "confirm-issue-vc"
    case requestRevokeVC = "request-revoke-vc"
    case confirmRevokeVC = "confirm-revoke-vc"
    case requestEnrolEntity = "request-enroll-entity"
    case confirmEnrolEntity = "confirm-enroll-entity"

    /// True if the step changes only its transaction, see ``TransactionStore``.
    var isPreliminary: Bool {
        switch self {
        case .requestECDH, .requestCreateToken, .retrieveKYC, .requestIssueProfile: true
        default: false
        }
    }
}

extension TrustAgentFlow {
    /// The steps after the first one, in the only accepted order (OpenDID sheet 5.1).
    var steps: [TrustAgentStep] {
        let session: [TrustAgentStep] = [.requestECDH, .requestCreateToken]
        return switch self {
        case .registerUser: session + [.retrieveKYC, .requestRegisterUser, .confirmRegisterUser]
        case .updateDocument: session + [.requestUpdateDIDDoc, .confirmUpdateDIDDoc]
        case .restoreDocument: session + [.requestRestoreDIDDoc, .confirmRestoreDIDDoc]
        case .issueCredential: session + [.requestIssueProfile, .requestIssueVC, .confirmIssueVC]
        case .revokeCredential: session + [.requestRevokeVC, .confirmRevokeVC]
        case .enrolEntity: [.requestECDH, .requestEnrolEntity, .confirmEnrolEntity]
        }
    }
}
