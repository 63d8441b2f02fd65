import OpenDID_DataModel

/// The purposes of wallet tokens that each call accepts (OpenDID sheet 8). The table of `docs/parity-opendid.md` is generated from these
/// sets.
enum AcceptedPurposes {
    static let bindUser: Set<WalletTokenPurposeEnum> = [.PERSONALIZED, .PERSONALIZE_AND_CONFIGLOCK]
    static let unbindUser: Set<WalletTokenPurposeEnum> = [.DEPERSONALIZED]
    static let registerLock: Set<WalletTokenPurposeEnum> = [.PERSONALIZED, .PERSONALIZE_AND_CONFIGLOCK]
    static let generateKeyPair: Set<WalletTokenPurposeEnum> = [.CREATE_DID, .UPDATE_DID]
    static let deleteKeyPair: Set<WalletTokenPurposeEnum> = [.UPDATE_DID]
    static let createDocument: Set<WalletTokenPurposeEnum> = [.CREATE_DID]
    static let updateDocument: Set<WalletTokenPurposeEnum> = [.UPDATE_DID]
    static let restoreUser: Set<WalletTokenPurposeEnum> = [.RESTORE_DID]
    static let issue: Set<WalletTokenPurposeEnum> = [.ISSUE_VC]
    static let revoke: Set<WalletTokenPurposeEnum> = [.REMOVE_VC]
    static let readCredentials: Set<WalletTokenPurposeEnum> = [.LIST_VC, .DETAIL_VC, .LIST_VC_AND_PRESENT_VP]
    static let present: Set<WalletTokenPurposeEnum> = [.PRESENT_VP, .LIST_VC_AND_PRESENT_VP]
}
