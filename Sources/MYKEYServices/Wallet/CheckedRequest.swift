import MYKEYWire

/// A request that may be shown to a person.
struct CheckedRequest: Sendable {
    /// What is done once the person agrees.
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
    /// Why it should not be done; a second confirmation is needed when there are any.
    let dangers: [String]
    /// When it was checked, in seconds since 1970: the time inside a login's text.
    let time: Int64
}

/// A request that was carried out: what goes to the server, and what goes to the dapp.
struct FinishedRequest: Sendable {
    let body: [UInt8]
    let payload: String
    let transactionID: String?
    /// The payload of a login in parts, for the code that the server may answer with.
    var login: LoginPayload?

    /// The payload with the login's code in it.
    func payload(with code: ReturnCode?) -> String {
        guard let code, var login else { return payload }
        login.returnCode = code
        return login.payload
    }
}
