import MYKEYWire

/// A request that has passed all checks and can be shown to the user.
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
    /// The reasons why the request is dangerous. If there are any, a second confirmation is needed.
    let dangers: [String]
    /// The time of the check. The text of a login contains it.
    let time: UnixTime
}

/// The results of a request that was carried out: the body for the server and the payload for the dapp.
struct FinishedRequest: Sendable {
    let body: [UInt8]
    let payload: String
    let transactionID: String?
    /// The payload of a login. The server's code may be added to it later.
    var login: LoginPayload?

    /// Returns the payload, including the login's code if there is one.
    func payload(with code: ReturnCode?) -> String {
        guard let code, var login else { return payload }
        login.returnCode = code
        return login.payload
    }
}
