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
