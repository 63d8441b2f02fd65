import HeraldKeys
import MYKEYWire

/// Functions that send requests (MYKEY sheet 3.6). They check that the SDK is initialised, that the request is valid and that a wallet is
/// installed, and then open the wallet.
extension DappSession {
    /// Sends a request, and reports its result to `completion`. An error before the wallet is opened is reported at once, on the caller's
    /// thread.
    @discardableResult
    func begin(_ request: DappRequest, form: RequestForm, completion: @escaping PendingRequests.Completion)
        -> RequestHandle
    {
        let (id, url): (String, String)
        do { (id, url) = try prepare(request, form: form) } catch {
            completion(.failure(error))
            return RequestHandle(callBackId: "", pending: pending)
        }
        // The request is added to the pending requests before the wallet is opened, because a wallet in this process may answer while it is
        // being opened.
        pending.add(id, action: request.payload.action.rawValue, completion: completion)
        pending.attach(Task { [self] in await limit(id) }, to: id)
        pending.attach(Task { [self] in await bring(url, id: id, scheme: form.scheme) }, to: id)
        return RequestHandle(callBackId: id, pending: pending)
    }

    /// Sends a request and waits for its result. Cancelling the task withdraws the request.
    func ask(_ request: DappRequest, form: RequestForm) async throws(MYKEYWalletError) -> String {
        let handle = HandleBox()
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                handle.set(begin(request, form: form) { continuation.resume(returning: $0) })
            }
        } onCancel: {
            handle.cancel()
        }
        return try outcome.payload()
    }

    /// Returns the id and the URL for a request.
    func prepare(_ request: DappRequest, form: RequestForm) throws(MYKEYWalletError) -> (id: String, url: String) {
        guard !configuration.scheme.isEmpty else { throw .uninitialized }
        guard isBareScheme(configuration.scheme) else {
            throw .refused("scheme", "a bare scheme such as demoscheme was expected, without colon and slashes")
        }
        let id = RequestID.make(environment.random)
        var asked = try addressed(request, form: form)
        asked.callback = WalletAnswer.callback(
            scheme: configuration.scheme, action: asked.action, callBackId: id, isSimpleWallet: form != .mykey)
        do {
            let url = try WalletURL.make(asked, form: form.urlForm)
            // The URL is read back as a wallet reads it. A request that exceeds the wallet's limits on size, nesting or number of actions
            // is therefore never sent.
            _ = try WalletURL(url)
            return (id, url)
        } catch {
            throw .refused(error.field, error.reason)
        }
    }

    /// Returns the request together with the data about the dapp, but without a callback.
    func addressed(_ request: DappRequest, form: RequestForm) throws(MYKEYWalletError) -> WalletRequest {
        guard let spoken = configuration.protocol else {
            throw .refused("protocol", "MYKEY, MYKEYSimple or SimpleWallet was expected")
        }
        let uuID = request.uuID ?? configuration.userID
        guard request.payload.action != .login || !uuID.isEmpty else {
            throw .refused(
                "uuID",
                "a login needs a user id, from the initialisation or from the request; servers refuse one without")
        }
        return WalletRequest(
            protocol: form == .mykey ? spoken : .simpleWallet, appKey: configuration.appKey, uuID: uuID,
            dappName: configuration.dappName,
            dappIcon: configuration.dappIcon, chain: request.chain, payload: request.payload)
    }

    private func isBareScheme(_ text: String) -> Bool { (try? LinkParts(text + "://h"))?.scheme == text.lowercased() }

    private func limit(_ id: String) async {
        do { try await environment.clock.sleep(for: timeout) } catch { return }
        _ = pending.settle(id, .failure(.timedOut))
    }

    private func bring(_ url: String, id: String, scheme: String) async {
        guard await opener.canOpen(scheme: scheme) else {
            if !configuration.disableInstall, !configuration.installPage.isEmpty {
                _ = await opener.open(configuration.installPage)
            }
            _ = pending.settle(id, .failure(.notInstalled(scheme: scheme)))
            return
        }
        let opened = await opener.open(url, answers: { [self] in _ = handle($0) })
        if !opened { _ = pending.settle(id, .failure(.cannotWakeUp)) }
    }
}

extension WalletRequest.Payload {
    var action: WalletAction {
        switch self {
        case .login: .login
        case .transfer: .transfer
        case .transaction: .transaction
        case .sign: .sign
        }
    }
}

/// Creates the id by which an answer is assigned to its request. It consists of 128 random bits, as 32 lower-case hexadecimal digits. The
/// original SDKs used the hash of an object, which another app can guess (MYKEY sheet 3.4).
private enum RequestID {
    static func make(_ random: DappRandom) -> String { Hex.encode(random(16)) }
}
