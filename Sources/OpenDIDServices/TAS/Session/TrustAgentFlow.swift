import OpenDID_DataModel

/// The protocols that open a transaction at the trust agent (OpenDID sheet 5.6 to 5.12).
enum TrustAgentFlow: String, Sendable, Hashable, Codable, CaseIterable {
    case registerUser = "M132"
    case updateDocument = "M141"
    case restoreDocument = "M142"
    case issueCredential = "M210"
    case revokeCredential = "M220"
    /// The enrolment of a provider, which has no number.
    case enrolEntity = "enroll-entity"

    /// The purposes that a server token of this protocol may have (OpenDID sheet 4.5, 5.6 to 5.11). Empty if the protocol has no token.
    var tokenPurposes: Set<ServerTokenPurposeEnum> {
        switch self {
        case .registerUser: [.CREATE_DID, .CREATE_DID_AND_ISSUE_VC]
        case .updateDocument: [.UPDATE_DID]
        case .restoreDocument: [.RESTORE_DID]
        case .issueCredential: [.ISSUE_VC, .CREATE_DID_AND_ISSUE_VC]
        case .revokeCredential: [.REMOVE_VC]
        case .enrolEntity: []
        }
    }

    /// True if the session's client is the device. Android uses the holder of an M141 or M142 instead. If false, the client is the holder, or the provider
    /// that enrols (OpenDID sheet 5.5).
    var clientIsDevice: Bool {
        switch self {
        case .registerUser, .updateDocument, .restoreDocument: true
        case .issueCredential, .revokeCredential, .enrolEntity: false
        }
    }

    /// The wallet status that a server token requires (OpenDID sheet 5.5, S4).
    var walletStatus: WalletRecord.Status { self == .registerUser ? .created : .assigned }
}

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
