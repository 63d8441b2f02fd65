import MYKEYWire

/// The four things that a dapp can ask for.
///
/// Each waits for the answer and throws a ``MYKEYWalletError`` when there is none or none that can be read: declined
/// (``MYKEYWalletError/isCancelled``), failed, timed out (10005), no wallet (10002), not opened (10001), not initialised (10004), not
/// acceptable (10012). A cancelled task takes its request back.
extension DappSession {
    /// Asks who the user is. What comes back is a claim: the server at `loginUrl` decides.
    ///
    /// Show `LoginPayload.returnCode` to the server together with the session that it gave out when the login began. A session without
    /// the code may be that of somebody who sent the link to this user. With a plain SimpleWallet request the code is in the error
    /// (``MYKEYWalletError/returnCode``).
    /// - Parameters:
    ///   - login: where to POST the signed login, and what to show.
    ///   - chain: `nil`: the wallet chooses.
    ///   - uuID: the id that the dapp's server minted for this login; `nil`: the configuration's.
    ///   - form: by which URL.
    public func authorize(
        _ login: WalletRequest.Login, chain: MYKEYChain? = nil, uuID: String? = nil, form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> LoginPayload {
        try await ask(.login(login), chain, uuID, form, LoginPayload.init(payload:))
    }

    /// Asks the user to pay. Look the transaction up on its chain before anything is handed out (MYKEY sheet 9.9).
    public func transfer(
        _ transfer: WalletRequest.Transfer, chain: MYKEYChain? = nil, uuID: String? = nil, form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> TransactionPayload {
        try await ask(.transfer(transfer), chain, uuID, form, TransactionPayload.init(payload:))
    }

    /// Asks the user for a transaction of one or more calls. Look it up on its chain, as with a transfer.
    public func contract(
        _ transaction: WalletRequest.Transaction, chain: MYKEYChain? = nil, uuID: String? = nil, form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> TransactionPayload {
        try await ask(.transaction(transaction), chain, uuID, form, TransactionPayload.init(payload:))
    }

    /// Asks the user to sign a text. Check the signature against the account's reserved key of now.
    public func sign(
        _ sign: WalletRequest.Sign, chain: MYKEYChain? = nil, uuID: String? = nil, form: RequestForm = .mykey
    ) async throws(MYKEYWalletError) -> SignPayload {
        try await ask(.sign(sign), chain, uuID, form, SignPayload.init(payload:))
    }

    /// Opens the wallet and asks for nothing.
    /// - Returns: whether it was opened.
    public func openWallet() async -> Bool {
        guard await opener.canOpen(scheme: WalletURL.scheme) else { return false }
        return await opener.open(WalletURL.opening)
    }

    /// Opens a page inside the wallet.
    /// - Parameter page: the page's URL, not encoded.
    /// - Returns: whether the wallet was opened.
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
                .failure, field: error.field, reason: "the wallet says done, but its answer cannot be read: \(error.reason)", source: .wallet,
                payload: text)
        }
    }
}
