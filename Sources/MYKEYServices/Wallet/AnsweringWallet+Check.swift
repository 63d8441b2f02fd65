import HeraldKeys
import MYKEYWire

extension AnsweringWallet {
    /// The longest uuID that the wallet signs, in bytes.
    static let longestID = 256

    /// Performs all checks that are possible before the user is asked.
    func check(_ incoming: IncomingRequest) async throws(WalletStop) -> CheckedRequest {
        let request = incoming.request
        // This check comes first, because it needs no network. If the wallet cannot submit transactions, the user should not be asked.
        if submitter == nil, request.action == .transfer || request.action == .transaction {
            throw Self.noChainConnection
        }
        if incoming.server == nil, incoming.route?.isPlain == true, request.action == .login || request.action == .sign
        {
            throw .refused(
                "the request names no server, and the return URL carries no signature, so no program would get it")
        }
        if let server = incoming.server, let refusal = await transport.refusal(of: server) {
            throw .refused(.illegalParameter, refusal.description, told: Self.toldOfServer)
        }
        guard let account = accounts.account(for: request.chain) else {
            throw .failed(.MYKEYAccountNotExist, "there is no account on this chain")
        }
        var warnings = try await standing(of: account)
        let binding = try await binding(request, account)
        let time = now()
        let work = try work(incoming, account, time: time)
        let dangers = try dangers(work, server: incoming.server)
        warnings += ShownRequest.warnings(incoming, account: account, work: work)
        return CheckedRequest(
            request: request, server: incoming.server, account: account, binding: binding, work: work,
            shown: ShownRequest(incoming, account: account, work: work, warnings: warnings), dangers: dangers,
            time: time)
    }

    private static var noChainConnection: WalletStop {
        .refused(SubmissionRefusal.noChainConnection.code, SubmissionRefusal.noChainConnection.reason)
    }

    /// Checks that the account exists on the chain with this wallet's key and that the key is not frozen (MYKEY sheet 5.3).
    /// - Returns: a warning if the chain could not be asked, otherwise an empty list.
    private func standing(of account: WalletAccount) async throws(WalletStop) -> [String] {
        guard let chain else { return [] }
        let key: ReservedKey?
        do {
            key = try await chain.reservedKey(of: account.account)
        } catch {
            return ["the chain could not be asked about your account (\(error.reason))"]
        }
        guard let key else { throw .failed(.MYKEYAccountNotExist, "the chain does not know this account") }
        guard !key.isFrozen else { throw .failed(.freezed, "the account is frozen") }
        guard key.key == account.reservedKey?.key else {
            throw .failed(
                .MYKEYAccountUnavailable, "the account has another key by now; this wallet's key is no longer valid")
        }
        return []
    }

    /// Returns the binding that a request asks for; `nil` if the protocol has no two-way binding.
    private func binding(_ request: WalletRequest, _ account: WalletAccount) async throws(WalletStop) -> Binding? {
        guard request.protocol == .mykey else { return nil }
        guard let appKey = request.appKey else {
            throw .refused("two-way binding needs a dapp key, but the request has none")
        }
        guard let uuID = request.uuID else { throw .refused("two-way binding needs a uuID, but the request has none") }
        let wanted = Binding(appKey: appKey, uuID: uuID, chain: account.account.chain, account: account.name)
        let known: [Binding]
        do {
            known = try await bindings.bindings(appKey: appKey, chain: wanted.chain)
        } catch {
            throw .failed(.failure, error.description, told: "the wallet failed")
        }
        let code = BindingRule.refusal(
            of: request.action, for: wanted, among: known, refusesRepeat: policy.refusesRepeatedBinding)
        if let code { throw .refused(code, code.meaning) }
        return wanted
    }

    private func work(
        _ incoming: IncomingRequest, _ account: WalletAccount, time: UnixTime
    ) throws(WalletStop) -> CheckedRequest.Work {
        let request = incoming.request
        switch request.payload {
        case .login:
            let statement = try statement(request, account, time)
            return .login(statement, tagged: policy.signsTaggedMessage ? try tagged(statement, incoming) : nil)
        case .sign(let sign):
            return .sign(try SignableMessage(sign.message, chain: account.chain))
        case .transfer, .transaction:
            guard let submitter else { throw Self.noChainConnection }
            try checkChains(request.payload, account)
            return .submit(submitter)
        }
    }

    /// Refuses a call that names another chain than the account's, because the user would approve it for the chain that is shown.
    private func checkChains(_ payload: WalletRequest.Payload, _ account: WalletAccount) throws(WalletStop) {
        guard case .transaction(let transaction) = payload else { return }
        for (index, action) in transaction.actions.enumerated() {
            guard let chain = action.chain, chain != .any, chain != account.chain else { continue }
            let error = MYKEYError(
                .value, field: "actions[\(index)].chain",
                reason: "the call is for \(chain.rawValue), but the account is on \(account.chain.rawValue)")
            throw .refused(error.description)
        }
    }

    private func statement(_ request: WalletRequest, _ account: WalletAccount, _ time: UnixTime) throws(WalletStop)
        -> LoginStatement
    {
        // Other characters are refused, because the uuID is part of the text that is signed and shown. No server uses other characters in
        // ids.
        guard let uuID = request.uuID, uuID.utf8.count <= Self.longestID,
            uuID.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else {
            throw .refused("the uuID must be 1 to \(Self.longestID) printable ASCII characters")
        }
        do {
            return try LoginStatement(
                protocol: request.protocol, dappKey: request.appKey, uuID: uuID, ref: policy.ref, timestamp: time,
                account: account.text)
        } catch {
            throw .refused(error.description)
        }
    }

    /// Returns the sign-in message that is signed in addition to a login (MYKEY sheet 9.5). Returns `nil` if there is no server that the
    /// message could name, or if the uuID cannot be a nonce.
    /// - Throws: a refusal if a message cannot name the server's URL. Otherwise a dapp could avoid the sign-in message by using such a URL.
    private func tagged(_ statement: LoginStatement, _ incoming: IncomingRequest) throws(WalletStop) -> SignInMessage? {
        guard let server = incoming.server, SignInMessage.nonce(uuID: statement.uuID).utf8.count >= 8 else {
            return nil
        }
        let chain: SignInChain =
            switch statement.account.form {
            case .eos: .eos(String(policy.chains.eos.prefix(32)))
            case .ethereum: .ethereum(policy.chains.ethereum)
            }
        do {
            return try SignInMessage.tagged(
                statement, serverURL: "\(server.scheme)://\(server.displayHost)\(server.target)", chain: chain,
                returnsTo: incoming.route?.place ?? .typed)
        } catch {
            throw .refused("the text that names the server cannot be signed: \(error.description)")
        }
    }

    /// Returns the reasons why a message should not be signed (MYKEY sheet 5.5).
    /// - Returns: the reasons, if the policy lets the user decide about them.
    /// - Throws: a refusal if the policy does not let the user decide. Two cases are always refused: a login whose fields form another
    ///   dangerous text, and a sign-in message for a server other than the one that would receive it.
    private func dangers(_ work: CheckedRequest.Work, server: ServerAddress?) throws(WalletStop) -> [String] {
        var found: Set<DangerousMessage.Reason>
        switch work {
        case .submit: return []
        case .login(let statement, _):
            found = DangerousMessage.reasons(statement.unsigned, refs: [policy.ref])
            found.remove(.loginText)
            if let reason = Self.sentences(found).first {
                throw .refused("the uuID changes the meaning of the login: \(reason)")
            }
            return []
        case .sign(let message):
            let refs: Set = [policy.ref, LoginStatement.ref]
            found = DangerousMessage.reasons(message.text, refs: refs).union(
                DangerousMessage.reasons(bytes: message.bytes, refs: refs))
            if isOwnLogin(Array(message.text.utf8)) || isOwnLogin(message.bytes) { found.insert(.loginText) }
            if let named = try? SignInMessage(text: message.decoded ?? message.text) {
                guard named.domain == server?.displayHost else {
                    throw .refused(
                        "the message signs in at \(named.domain), but the signature would go to \(server?.displayHost ?? "the dapp")"
                    )
                }
                guard !named.isOfLogin else {
                    throw .refused("the message is part of a login and is signed only with the login")
                }
                // A valid sign-in to the server that receives the signature, with an account of this wallet, is not dangerous (MYKEY sheet
                // 8.5). A program that receives the signature too is named in a warning.
                if accounts.all.contains(where: { $0.account == LoginAccount(named.account) }) { found.remove(.signIn) }
            }
        }
        let reasons = Self.sentences(found)
        if let first = reasons.first, policy.dangerousMessages == .refuse { throw .refused("not signed: \(first)") }
        return reasons
    }

    /// True if these bytes begin like a login of one of this wallet's accounts: with the digits of a time, followed by the account. The end
    /// of the bytes is not checked, because each server has its own list of wallet names.
    private func isOwnLogin(_ bytes: [UInt8]) -> Bool {
        func lowercased(_ byte: UInt8) -> UInt8 { (0x41...0x5A).contains(byte) ? byte | 0x20 : byte }
        let text = bytes.prefix(128).map(lowercased)
        let digits = text.prefix { (0x30...0x39).contains($0) }.count
        guard digits >= 8 else { return false }
        // Several positions are tried, because the name of an EOS account may begin with digits too.
        return (8...digits).contains { start in
            accounts.all.contains { text.dropFirst(start).starts(with: $0.name.utf8.map(lowercased)) }
        }
    }

    private static func sentences(_ reasons: Set<DangerousMessage.Reason>) -> [String] {
        DangerousMessage.Reason.allCases.filter(reasons.contains).map(\.description)
    }
}

extension CheckedRequest.Work {
    var tagged: SignInMessage? {
        if case .login(_, let tagged) = self { return tagged }
        return nil
    }
}
