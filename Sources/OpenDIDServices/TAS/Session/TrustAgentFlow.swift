import OpenDID_DataModel

/// The protocols that open a transaction at the trust agent (OpenDID sheet 5.6 to 5.12).
enum TrustAgentFlow: String, Sendable, Hashable, Codable, CaseIterable {
    case registerUser = "M132"
    case updateDocument = "M141"
    case restoreDocument = "M142"
    case issueCredential = "M210"
    case revokeCredential = "M220"
    /// No number: the enrolment of a provider.
    case enrolEntity = "enroll-entity"

    /// What a server token of this protocol may be for (OpenDID sheet 4.5, 5.6 to 5.11); empty when it has none.
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

    /// Whether the session's client is the device, or the holder for whom M141 or M142 was opened, as Android does it; otherwise it is the
    /// holder, or the provider that enrols (OpenDID sheet 5.5).
    var clientIsDevice: Bool {
        switch self {
        case .registerUser, .updateDocument, .restoreDocument: true
        case .issueCredential, .revokeCredential, .enrolEntity: false
        }
    }

    /// What the wallet's status has to be for a server token (OpenDID sheet 5.5, S4).
    var walletStatus: WalletRecord.Status { self == .registerUser ? .created : .assigned }
}
