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

    /// The purposes that a server token of this protocol may have (OpenDID sheet 4.5, 5.6 to 5.11). The set is empty if the protocol has no
    /// token.
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

    /// True if the client of the session is the device, as in M132, M141 and M142. False if it is the holder, or the provider that enrols
    /// (OpenDID sheet 5.5). In M141 and M142, Android wallets use the holder instead of the device.
    var clientIsDevice: Bool {
        switch self {
        case .registerUser, .updateDocument, .restoreDocument: true
        case .issueCredential, .revokeCredential, .enrolEntity: false
        }
    }

    /// The status that a wallet must have to get a server token (OpenDID sheet 5.5, S4).
    var walletStatus: WalletRecord.Status { self == .registerUser ? .created : .assigned }
}

/// A step of a protocol. The raw value is the name of the step's endpoint.
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

    /// True if the step changes no data except its transaction, see ``TransactionStore``.
    var isPreliminary: Bool {
        switch self {
        case .requestECDH, .requestCreateToken, .retrieveKYC, .requestIssueProfile: true
        default: false
        }
    }
}

extension TrustAgentFlow {
    /// The steps of the protocol after the first one. They are accepted only in this order (OpenDID sheet 5.1).
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
