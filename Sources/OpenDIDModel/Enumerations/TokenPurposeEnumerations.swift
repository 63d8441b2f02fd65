/// The purpose of a wallet token (OpenDID sheet 4.5, 6.4).
public enum WalletTokenPurposeEnum: Int, Jsonable, Sendable, Hashable, CaseIterable {
    case PERSONALIZED = 1
    case DEPERSONALIZED = 2
    case PERSONALIZE_AND_CONFIGLOCK = 3
    case CONFIGLOCK = 4
    case CREATE_DID = 5
    case UPDATE_DID = 6
    case RESTORE_DID = 7
    case ISSUE_VC = 8
    /// The removal of a credential. OpenDID sheet 4.9, #39: other parts of the original text call this purpose RevokeVc, with the same
    /// integer.
    case REMOVE_VC = 9
    case PRESENT_VP = 10
    case LIST_VC = 11
    case DETAIL_VC = 12
    case CREATE_DID_AND_ISSUE_VC = 13
    case LIST_VC_AND_PRESENT_VP = 14

    /// The name under which the original implementations store the purpose. It is not sent to servers.
    public var value: String {
        switch self {
        case .PERSONALIZED: "Personalize"
        case .DEPERSONALIZED: "Depersonalize"
        case .PERSONALIZE_AND_CONFIGLOCK: "PersonalizeAndConfigLock"
        case .CONFIGLOCK: "ConfigLock"
        case .CREATE_DID: "CreateDid"
        case .UPDATE_DID: "UpdateDid"
        case .RESTORE_DID: "RestoreDid"
        case .ISSUE_VC: "IssueVc"
        case .REMOVE_VC: "RemoveVc"
        case .PRESENT_VP: "PresentVp"
        case .LIST_VC: "ListVc"
        case .DETAIL_VC: "DetailVc"
        case .CREATE_DID_AND_ISSUE_VC: "CreateDidAndIssueVc"
        case .LIST_VC_AND_PRESENT_VP: "ListVcAndPresentVp"
        }
    }
}

/// The purpose of a server token (OpenDID sheet 4.5, 6.3). Each integer has the same meaning as in ``WalletTokenPurposeEnum``.
///
/// OpenDID sheet 4.9, #4: the original text omits the last raw values and the case `LIST_VC_AND_PRESENT_VP`. This declaration has all cases
/// and values.
public enum ServerTokenPurposeEnum: Int, Jsonable, Sendable, Hashable, CaseIterable {
    case CREATE_DID = 5
    case UPDATE_DID = 6
    case RESTORE_DID = 7
    case ISSUE_VC = 8
    case REMOVE_VC = 9
    case PRESENT_VP = 10
    case LIST_VC = 11
    case DETAIL_VC = 12
    case CREATE_DID_AND_ISSUE_VC = 13
    case LIST_VC_AND_PRESENT_VP = 14
}
