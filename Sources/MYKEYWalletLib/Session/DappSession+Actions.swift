import MYKEYWire

/// Methods for the four actions that a dapp can request.
///
/// Each method waits for the wallet's answer. It throws a ``MYKEYWalletError`` if the user declined (``MYKEYWalletError/isCancelled``), if
/// the request failed, timed out (10005) or has an invalid parameter (10012), if there is no wallet (10002) or it could not be opened
/// (10001), or if the SDK is not initialised (10004). Cancelling the task withdraws the request.
extension DappSession {
    /// Asks the wallet for the user's account. The result is only a claim of the wallet. The server at `loginUrl` decides who has logged
    /// in.
    ///
    /// Send `LoginPayload.returnCode` to the server, together with the session that the server created when the login began. Without the
    /// code, an attacker could have begun the login and sent the link to this user. After a plain SimpleWallet request, the code is in the
    /// error (``MYKEYWalletError/returnCode``).
    /// - Parameters:
    ///   - login: the URL for the signed login, and the texts to show.
    ///   - chain: the chain. Defaults to `nil`, which lets the wallet choose.
    ///   - uuID: the id that the dapp's server created for this login. It needs light mode or a form of SimpleWallet, because two-way
    ///     binding needs the same id in every request. Defaults to the user id of the configuration.
    ///   - form: the form of the request URL. Defaults to the SDK's own.
    /// - Throws: ``MYKEYWalletError``.
    public func authorize(
        _ login: WalletRequest.Login, chain: MYKEYChain? = nil, uuID: String? = nil, form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> LoginPayload {
        try await ask(.login(login), chain, uuID, form, LoginPayload.init(payload:))
    }

    /// Asks the user to pay. Before you deliver anything, look the transaction up on its chain, because the answer is only a claim (MYKEY
    /// sheet 9.9).
    /// - Throws: ``MYKEYWalletError``.
    public func transfer(
        _ transfer: WalletRequest.Transfer, chain: MYKEYChain? = nil, uuID: String? = nil, form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> TransactionPayload {
        try await ask(.transfer(transfer), chain, uuID, form, TransactionPayload.init(payload:))
    }

    /// Asks the user to execute a transaction of one or more calls. Look the transaction up on its chain, as with a transfer.
    /// - Throws: ``MYKEYWalletError``.
    public func contract(
        _ transaction: WalletRequest.Transaction, chain: MYKEYChain? = nil, uuID: String? = nil,
        form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> TransactionPayload {
        try await ask(.transaction(transaction), chain, uuID, form, TransactionPayload.init(payload:))
    }

    /// Asks the user to sign a text. Then verify the signature with the account's current reserved key.
    /// - Throws: ``MYKEYWalletError``.
    public func sign(
        _ sign: WalletRequest.Sign, chain: MYKEYChain? = nil, uuID: String? = nil, form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> SignPayload {
        try await ask(.sign(sign), chain, uuID, form, SignPayload.init(payload:))
    }

    /// Opens the wallet without a request.
    /// - Returns: true when the wallet was opened.
    public func openWallet() async -> Bool {
        guard await opener.canOpen(scheme: WalletURL.scheme) else { return false }
        return await opener.open(WalletURL.opening)
    }

    /// Opens a web page inside the wallet.
    /// - Parameter page: the page's URL, not percent-encoded.
    /// - Returns: true when the wallet was opened.
    public func openDapp(_ page: String) async -> Bool {
        guard await opener.canOpen(scheme: WalletURL.scheme) else { return false }
        return await opener.open(WalletURL.opening(dapp: page))
    }

    private func ask<Payload>(
        _ payload: WalletRequest.Payload, _ chain: MYKEYChain?, _ uuID: String?, _ form: RequestForm,
        _ read: (String) throws(MYKEYError) -> Payload
    ) async throws(MYKEYWalletError) -> Payload {
        let text = try await ask(DappRequest(payload, chain: chain, uuID: uuID), form: form)
        do { return try read(text) } catch {
            throw MYKEYWalletError(
                .failure, field: error.field,
                reason: "the wallet reports success, but its answer cannot be read: \(error.reason)", source: .wallet,
                payload: text)
        }
    }
}
