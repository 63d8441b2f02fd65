import MYKEYWire

/// A request that can be shown to the user.
struct CheckedRequest: Sendable {
    /// The work to do after the user's approval.
    enum Work: Sendable {
        case login(LoginStatement, tagged: SignInMessage?)
        case sign(SignableMessage)
        case submit(any TransactionSubmitter)
    }

    let request: WalletRequest
    let server: ServerAddress?
    let account: WalletAccount
    let binding: Binding?
    let work: Work
    let shown: ShownRequest
    /// The reasons against the request. If there are any, a second confirmation is needed.
    let dangers: [String]
    /// The time of the check. It is the time in a login's text.
    let time: UnixTime
}

/// A request that was carried out: the results for the server and for the dapp.
struct FinishedRequest: Sendable {
    let body: [UInt8]
    let payload: String
    let transactionID: String?
    /// The payload of a login, to which the server's code may be added.
    var login: LoginPayload?

    /// Returns the payload with the login's code.
    func payload(with code: ReturnCode?) -> String {
        guard let code, var login else { return payload }
        login.returnCode = code
        return login.payload
    }
}
