/// The original wallet's error numbers for a call as a whole (OpenDID sheet 6.9).
enum UpstreamNumber {
    static let createWallet = "MSDKWLT05040"
    static let personalize = "MSDKWLT05041"
    static let depersonalize = "MSDKWLT05042"
    static let passcode = "MSDKWLT05044"
    static let registerUser = "MSDKWLT05050"
    static let restoreUser = "MSDKWLT05051"
    static let issue = "MSDKWLT05060"
    static let revoke = "MSDKWLT05061"
    static let submit = "MSDKWLT05070"
}
