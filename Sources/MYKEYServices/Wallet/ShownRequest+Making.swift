import MYKEYWire

extension ShownRequest {
    init(_ incoming: IncomingRequest, account: WalletAccount, work: CheckedRequest.Work, warnings: [String]) {
        let request = incoming.request
        stage = .request
        action = request.action
        `protocol` = request.protocol
        claimedName = request.dappName.map(DisplayText.claim)
        if case .login(let login) = request.payload {
            claimedUser = login.userName.map(DisplayText.claim)
        } else {
            claimedUser = nil
        }
        memo = Self.memo(request.payload).map(DisplayText.claim)
        serverHost = incoming.server?.displayHost
        callbackScheme = incoming.route?.scheme
        self.account = account.name
        chain = account.chain
        uuID = request.uuID.map(DisplayText.exact)
        switch work {
        case .login(let statement, let tagged):
            textToSign = statement.unsigned
            signInText = tagged?.text
            details =
                account.mykeyUID.map {
                    [Detail(label: "signed too", value: DisplayText.exact(statement.unsigned + $0))]
                } ?? []
        case .sign(let message):
            textToSign = message.text
            signInText = nil
            details = message.decoded.map { [Detail(label: "as text", value: DisplayText.exact($0))] } ?? []
        case .submit:
            textToSign = nil
            signInText = nil
            details = Self.details(request.payload)
        }
        expires = request.expired
        self.warnings = warnings
    }

    private static func memo(_ payload: WalletRequest.Payload) -> String? {
        switch payload {
        case .login(let login): login.loginMemo
        case .transfer(let transfer): transfer.desc
        case .transaction(let transaction): transaction.desc
        case .sign: nil
        }
    }

    private static func details(_ payload: WalletRequest.Payload) -> [Detail] {
        switch payload {
        case .login, .sign: []
        case .transfer(let transfer):
            listed([
                ("from", transfer.from), ("to", transfer.to), ("amount", transfer.amount?.text),
                ("token", transfer.symbol),
                ("contract", transfer.contract), ("decimals", transfer.precision.map { "\($0)" }),
                ("memo", transfer.dappData),
                ("order", transfer.orderId),
            ])
        case .transaction(let transaction):
            transaction.actions.enumerated().flatMap { index, item in
                listed(
                    [
                        ("contract", item.account), ("call", item.name), ("chain", item.chain?.rawValue),
                        ("about it", item.info), ("quantity", item.quantity),
                        ("arguments", item.data?.text), ("call data", item.binary), ("abi", item.abi),
                    ].map { ("\(index + 1) \($0.0)", $0.1) })
            } + listed([("order", transaction.orderId)])
        }
    }

    /// The accounts that transfers name as their senders. The iOS SDK sends an empty text if the dapp names none.
    private static func payers(_ payload: WalletRequest.Payload) -> [String] {
        switch payload {
        case .login, .sign: []
        case .transfer(let transfer): [transfer.from].compactMap(\.self)
        case .transaction(let transaction):
            transaction.actions.compactMap { $0.name == "transfer" ? $0.data?.transfer?.from : nil }
        }
    }

    private static func listed(_ facts: [(String, String?)]) -> [Detail] {
        facts.compactMap { label, value in value.map { Detail(label: label, value: DisplayText.exact($0)) } }
    }

    /// Returns warnings for the user: facts that a careful user should know about a request (MYKEY sheet 5.2, 9.1, 9.14).
    static func warnings(_ incoming: IncomingRequest, account: WalletAccount, work: CheckedRequest.Work) -> [String] {
        let request = incoming.request
        var warnings: [String] = []
        if let server = incoming.server {
            if !server.isSecure { warnings.append("the way to \(server.displayHost) is not encrypted") }
            if server.literal != nil { warnings.append("the server is a bare address, not a name") }
            if server.host.split(separator: ".").contains(where: { $0.hasPrefix("xn--") }) {
                warnings.append("the server's name holds letters of other alphabets, which may look like Latin ones")
            }
        }
        if payers(request.payload).contains(where: { !$0.isEmpty && (try? LoginAccount($0)) != account.account }) {
            warnings.append("the transfer is from another account than the one that answers")
        }
        if case .sign(let message) = work, let named = try? SignInMessage(text: message.decoded ?? message.text),
            incoming.route?.givesSignature(toOthersThan: named.domain) == true
        {
            warnings.append("the dapp gets the signature too, and can sign in at \(named.domain) as you with it")
        }
        guard request.action == .login else { return warnings }
        if incoming.server == nil {
            warnings.append("no server checks this login, the dapp alone gets the signature")
        } else if work.tagged == nil {
            warnings.append("what you sign does not name the server: it could be passed on to another one")
        }
        if account.accountType == 2 { warnings.append("the account has no emergency contacts and cannot be recovered") }
        return warnings
    }
}
