import MYKEYWire

/// The wallet that answers dapps. It reads a request, checks it, shows it to the user, signs with the account's reserved key, posts to the dapp's
/// server, and creates the URL that returns to the dapp (MYKEY sheet 5).
///
/// ```swift
/// let keys = try WalletKeyFile(path: "wallet.json", passphrase: Passphrase(typed))
/// let wallet = AnsweringWallet(accounts: keys.accounts) { shown in
///     print(shown.serverHost ?? "no server", shown.account, shown.textForDisplay ?? "", shown.warnings)
///     return await askThePerson() ? .accept : .decline
/// }
/// let outcome = await wallet.answer(url: url)     // url: what another program opened
/// if let url = outcome.returnURL { open(url) } else { print(outcome.message) }
/// ```
///
/// The wallet opens no URLs. The program that uses it must open ``WalletOutcome/returnURL``.
public actor AnsweringWallet {
    let accounts: WalletAccounts
    let transport: any CallbackTransport
    let policy: WalletPolicy
    let bindings: any BindingTable
    let chain: (any ReservedKeySource)?
    let submitter: (any TransactionSubmitter)?
    let now: @Sendable () -> UnixTime
    let approve: @Sendable (ShownRequest) async -> Approval

    /// Creates a wallet.
    /// - Parameters:
    ///   - accounts: its accounts with their keys.
    ///   - transport: posts to dapps' servers. Defaults to HTTP to public hosts.
    ///   - policy: its settings.
    ///   - bindings: the bindings of its accounts to users of dapps. Defaults to a table in memory.
    ///   - chain: looks up if an account exists and is not frozen. Without it, the wallet relies on its own accounts.
    ///   - submitter: submits transfers and contract calls to a chain. Without it, they are refused.
    ///   - now: returns the current time. Defaults to the system's clock.
    ///   - approve: asks the user. If the request is dangerous and the policy allows a second confirmation, it is
    ///     called again with ``ShownRequest/Stage/danger(reasons:)``.
    public init(
        accounts: WalletAccounts, transport: any CallbackTransport = HTTPCallbackTransport(),
        policy: WalletPolicy = WalletPolicy(),
        bindings: any BindingTable = MemoryBindingTable(), chain: (any ReservedKeySource)? = nil,
        submitter: (any TransactionSubmitter)? = nil, now: @escaping @Sendable () -> UnixTime = SystemSource.now,
        approve: @escaping @Sendable (ShownRequest) async -> Approval
    ) {
        self.accounts = accounts
        self.transport = transport
        self.policy = policy
        self.bindings = bindings
        self.chain = chain
        self.submitter = submitter
        self.now = now
        self.approve = approve
    }

    /// Answers a URL that another program on this device opened.
    public func answer(url: String) async -> WalletOutcome { await answer(url, isScanned: false) }

    /// Answers the content of a QR code: the JSON of a request, or a `simplewallet://` URL. Such a request must expire within an hour.
    public func answer(scanned text: String) async -> WalletOutcome { await answer(text, isScanned: true) }

    private func answer(_ text: String, isScanned: Bool) async -> WalletOutcome {
        var journey = WalletJourney()
        // The route is read separately from the request. If the request is refused, the dapp can therefore still be answered.
        let found = AnswerRoute(text)
        let route: ReturnRoute?
        do {
            route = try found.map { found throws(WalletStop) in
                try ReturnRoute(found, isPlain: IncomingRequest.isPlain(text), policy: policy)
            }
        } catch {
            journey.go(.refused)
            return journey.outcome(error.code, error.reason)
        }
        do throws(WalletStop) {
            let link = try read(text)
            guard let request = link.request else {
                journey.go(.parsed)
                return journey.outcome(.success, "the URL asks for nothing", opens: link.form)
            }
            let isScanned = isScanned || link.form == .scannedJSON
            // SimpleWallet makes the callback optional. Without one, only the server gets the answer, as for a scanned request. Every
            // request of the SDK has a callback, so that the dapp does not wait forever.
            guard route != nil || isScanned || link.form == .simpleWallet else {
                throw WalletStop.refused("the request has no return URL")
            }
            let incoming = try IncomingRequest(request, route: route, isScanned: isScanned, now: now())
            journey.go(.parsed)
            return try await fulfil(incoming, &journey)
        } catch {
            journey.go(error.end)
            let payload = error.end == .cancelled ? nil : FailurePayload(error.code, errorMsg: error.told).payload
            let result: WalletAnswer.Outcome = error.end == .cancelled ? .cancelled : .failure
            let url = route?.url(result, payload: payload, transactionID: nil)
            return journey.outcome(error.code, error.reason, returnURL: url, payload: payload)
        }
    }

    private func read(_ text: String) throws(WalletStop) -> WalletURL {
        do {
            return try WalletURL(text)
        } catch {
            throw .refused(error.description)
        }
    }

    private func fulfil(_ incoming: IncomingRequest, _ journey: inout WalletJourney) async throws(WalletStop)
        -> WalletOutcome
    {
        let checked = try await check(incoming)
        try await ask(checked, &journey)
        let done = try await carryOut(checked)
        journey.go(.signed)
        try await post(done, checked, &journey)
        let note = await keepBinding(checked)
        // The code is passed only to the place that was signed together with the login, because the server issued it for that place.
        let code = done.login == nil ? nil : journey.reply?.returnCode
        let payload = done.payload(with: code)
        let url = incoming.route?.url(.success, payload: payload, transactionID: done.transactionID, returnCode: code)
        if url != nil { journey.go(.returned) }
        return journey.outcome(
            .success, note ?? "done", returnURL: url, payload: payload, typedCode: incoming.route == nil ? code : nil)
    }

    /// Shows the request, and waits for the user's decision. A dangerous request needs two confirmations.
    private func ask(_ checked: CheckedRequest, _ journey: inout WalletJourney) async throws(WalletStop) {
        var shown = checked.shown
        journey.shown = shown
        journey.go(.shown)
        guard await approve(shown) != .decline else { throw .cancelled }
        if !checked.dangers.isEmpty {
            shown.stage = .danger(reasons: checked.dangers)
            journey.shown = shown
            journey.go(.shown)
            guard await approve(shown) == .acceptDanger else { throw .cancelled }
        }
        let time = now()
        if let expired = checked.request.expired, time > expired {
            throw .refused("the request expired while you were deciding")
        }
        guard time - checked.time <= policy.approvalTime else {
            throw .failed(.timeOut, "deciding took too long, ask the dapp again")
        }
        if let record = WalletApproval.record, await !record() { throw .cancelled }
        journey.go(.approved)
    }

    /// Posts the result to the dapp's server before anything is returned to the dapp, and records the server's decision (MYKEY sheet 5.3).
    private func post(_ done: FinishedRequest, _ checked: CheckedRequest, _ journey: inout WalletJourney)
        async throws(WalletStop)
    {
        guard let server = checked.server else { return }
        journey.body = done.body
        let stop: WalletStop
        switch await transport.post(done.body, to: server) {
        case .answered(let reply):
            journey.reply = reply
            journey.go(.posted)
            guard !reply.isSuccess else { return }
            let claim = DisplayText.claim(reply.message)
            let said = claim.isEmpty ? reply.defect ?? "code \(reply.code)" : claim
            stop = .failed(.failure, "the dapp's server refused: \(said)", told: reply.message)
        case .refused(let error):
            stop = .failed(.illegalParameter, error.description, told: Self.toldOfServer)
        case .failed(let error):
            stop = .failed(.timeOut, error.description, told: "the dapp's server could not be reached")
        }
        // A submitted transaction is not reported as failed, because it stays on its chain. The dapp would otherwise ask the user to pay
        // again.
        guard done.transactionID == nil else { return }
        throw stop
    }

    static let toldOfServer = "the address of the dapp's server is not allowed"

    /// Stores the binding after a login.
    /// - Returns: a note for the user if the binding could not be stored. The login itself is done nevertheless.
    private func keepBinding(_ checked: CheckedRequest) async -> String? {
        guard checked.request.action == .login, let binding = checked.binding else { return nil }
        do {
            try await bindings.bind(binding)
            return nil
        } catch {
            return "done, but the binding could not be kept: \(error)"
        }
    }
}
