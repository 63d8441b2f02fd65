import HeraldLocks
import OpenDID_DataModel

extension WalletAPI {
    /// M210, steps 7 to 9: checks the profile, requests the credential, checks it and stores it (OpenDID sheet 5.7). The run is stored in
    /// the vault's journal before the call is sent. If the process is killed, ``OpenDIDWallet/resume()`` completes the issuance.
    /// - Parameters:
    ///   - tasURL: the trust agent's server, or the whole URL of the call.
    ///   - hWalletToken: a wallet token with purpose 8.
    ///   - didAuth: the result of ``getSignedDidAuth(authNonce:passcode:)`` for the profile's nonce.
    ///   - issuerProfile: the answer to `request-issue-profile`.
    ///   - refId: the issuer's reference, from `propose-issue-vc`.
    ///   - serverToken: the transaction's server token.
    ///   - APIGatewayURL: the registry's gateway.
    /// - Returns: the credential's id, and the server's answer.
    /// - Throws: ``WalletError`` with code `verification` or `certificate` if the profile or the credential is not valid, with code
    ///   `not_received` if the credential may have been issued, or with code `refused`.
    @discardableResult
    public func requestIssueVc(
        tasURL: String, hWalletToken: String, didAuth: DIDAuth, issuerProfile: _RequestIssueProfile, refId: String,
        serverToken: String,
        APIGatewayURL: String
    ) async throws(WalletError) -> (String, _RequestIssueVc?) {
        let located = try await wallet(tas: tasURL, gateway: APIGatewayURL)
        return try await change(located, number: UpstreamNumber.issue) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.issue, in: wallet)
            try await self.settleFirstDocument(wallet)
            try await wallet.vault.require(.useCredentials)
            let session = try OpenSession(standing: issuerProfile.txId, serverToken: serverToken)
            var flow = IssueCredentialFlow(
                snapshot: try await wallet.snapshot(), session: session, refId: refId,
                issuer: issuerProfile.profile.profile.issuer.did,
                replacesSameSchema: wallet.configuration.replacesSameSchema, didAuth: didAuth)
            let body = try translating(.parameter, "issuerProfile") { try issuerProfile.canonicalBytes() }
            try await flow.accept(
                ServiceAnswer(status: 200, body: body), wallet.tools(VaultFlowKeys(vault: wallet.vault)))
            let kept = KeptAnswer(wallet.transport)
            let runner = FlowRunner(transport: kept, retryDelays: wallet.configuration.retryDelays)
            let driver = wallet.driver(flow)
            let outcome: IssueCredentialFlow.Outcome
            do throws(WalletError) {
                outcome = try await runner.run(driver, progress: nil)
            } catch {
                throw await driver.explained(error)
            }
            return (outcome.vcId, try? kept.answer?.read(OpenDIDEndpoints.TAS.requestIssueVC).value)
        }
    }

    /// M220, step 6: requests the revocation of a credential (OpenDID sheet 5.9). The credential stays in the wallet until
    /// ``deleteCredentials(hWalletToken:ids:)``.
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 9.
    ///   - tasURL: the trust agent's server, or the whole URL of the call.
    ///   - authType: the authentication that the issuer requires.
    ///   - vcId: the credential's id.
    ///   - issuerNonce: the issuer's nonce, which is sent back unchanged.
    ///   - txId: the transaction's id.
    ///   - serverToken: the transaction's server token.
    ///   - passcode: the PIN. Without it, the key `bio` signs.
    /// - Throws: ``WalletError`` with code `not_found` if the wallet does not have the credential, with code `key_unlock` if the user did
    ///   not authenticate as the issuer requires, or with code `refused`.
    @discardableResult
    public func requestRevokeVc(
        hWalletToken: String, tasURL: String, authType: VerifyAuthType, vcId: String, issuerNonce: String, txId: String,
        serverToken: String, passcode: String? = nil
    ) async throws(WalletError) -> _RequestRevokeVc {
        try await change(try await wallet(tas: tasURL), number: UpstreamNumber.revoke) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.revoke, in: wallet)
            try await wallet.vault.require(.useCredentials)
            _ = try await Self.stored([vcId], in: wallet.vault)
            let unlock = self.unlock(passcode)
            let flow = try RevokeFlow(
                snapshot: try await wallet.snapshot(), vcId: vcId,
                session: OpenSession(standing: txId, serverToken: serverToken),
                proposal: _ProposeRevokeVc(txId: txId, issuerNonce: issuerNonce, authType: authType),
                authentication: unlock.authentication)
            _ = try await wallet.runner.run(wallet.driver(flow, unlock: unlock), progress: nil)
            return _RequestRevokeVc(txId: txId)
        }
    }

    /// Returns the credentials with these ids, in the order of the ids (OpenDID sheet 8).
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 11, 12 or 14.
    ///   - ids: the ids of the credentials.
    /// - Throws: ``WalletError`` with code `not_found` if a credential is missing, or with code `token`, `user` or `locked`.
    public func getCredentials(hWalletToken: String, ids: [String]) async throws(WalletError) -> [VerifiableCredential]
    {
        let wallet = try await wallet()
        try await authorize(hWalletToken, AcceptedPurposes.readCredentials, in: wallet)
        return try await Self.stored(ids, in: wallet.vault).map(\.credential)
    }

    /// Returns every credential, in the order in which they were stored (OpenDID sheet 8, release 2).
    /// - Parameter hWalletToken: a wallet token with purpose 11, 12 or 14.
    /// - Throws: ``WalletError`` with code `token`, `user` or `locked`.
    public func getAllCredentials(hWalletToken: String) async throws(WalletError) -> [VerifiableCredential] {
        let wallet = try await wallet()
        try await authorize(hWalletToken, AcceptedPurposes.readCredentials, in: wallet)
        return try await wallet.vault.credentials().map(\.credential)
    }

    /// Does the same as ``getAllCredentials(hWalletToken:)``, under the name of release 1 of the SDK.
    /// - Throws: ``WalletError`` with code `token`, `user` or `locked`.
    @available(*, deprecated, renamed: "getAllCredentials(hWalletToken:)")
    public func getAllCrentials(hWalletToken: String) async throws(WalletError) -> [VerifiableCredential] {
        try await getAllCredentials(hWalletToken: hWalletToken)
    }

    /// Deletes credentials from the wallet. It sends nothing to a server (OpenDID sheet 8).
    /// - Parameters:
    ///   - hWalletToken: a wallet token with purpose 9.
    ///   - ids: the ids of the credentials.
    /// - Returns: `true`. A failure throws.
    /// - Throws: ``WalletError`` with code `not_found` if a credential is missing. Nothing is deleted then.
    @discardableResult
    public func deleteCredentials(hWalletToken: String, ids: [String]) async throws(WalletError) -> Bool {
        try await change { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.revoke, in: wallet)
            _ = try await Self.stored(ids, in: wallet.vault)
            try await wallet.vault.commit([.deleteCredentials(ids)])
            return true
        }
    }

    /// True if the wallet has a credential (OpenDID sheet 8, release 2).
    /// - Throws: ``WalletError`` with code `locked`, `closed` or `damaged`.
    public func isAnyCredentialsSaved() async throws(WalletError) -> Bool {
        try await !wallet().vault.credentials().isEmpty
    }

    static func stored(_ ids: [String], in vault: WalletVault) async throws(WalletError) -> [StoredCredential] {
        var found: [StoredCredential] = []
        for id in ids {
            guard let credential = try await vault.credential(id) else {
                throw WalletError(.notFound, field: "ids", reason: "the wallet has no such credential")
            }
            found.append(credential)
        }
        return found
    }
}

/// Passes calls to another transport and stores the last valid answer, for the functions that return the server's answer to the app.
private final class KeptAnswer: ServiceTransport {
    private let inner: any ServiceTransport
    private let last = Mutex<ServiceAnswer?>(nil)

    init(_ inner: any ServiceTransport) { self.inner = inner }

    var answer: ServiceAnswer? { last.withLock { $0 } }

    func send(_ call: ServiceCall) async throws -> ServiceAnswer {
        let answer = try await inner.send(call)
        last.withLock { $0 = answer }
        return answer
    }
}
