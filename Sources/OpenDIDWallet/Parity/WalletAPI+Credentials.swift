import OpenDID_DataModel

extension WalletAPI {
    /// M210, steps 7 to 9: checks the profile, asks for the credential, checks it and stores it (OpenDID sheet 5.7). The run is in the
    /// vault's journal before the call goes out: after a kill ``OpenDIDWallet/resume()`` brings the credential home.
    /// - Parameters:
    ///   - tasURL: the trust agent's server, or the whole URL of the call.
    ///   - hWalletToken: for purpose 8.
    ///   - didAuth: from ``getSignedDidAuth(authNonce:passcode:)``, over the profile's nonce.
    ///   - issuerProfile: the answer to `request-issue-profile`.
    ///   - refId: the issuer's reference, from `propose-issue-vc`.
    ///   - serverToken: the transaction's server token.
    ///   - APIGatewayURL: the registry's front.
    /// - Returns: the credential's id, and the server's answer.
    /// - Throws: ``WalletError`` `verification` or `certificate` for a profile or a credential that does not hold, `refused`.
    @discardableResult
    public func requestIssueVc(
        tasURL: String, hWalletToken: String, didAuth: DIDAuth, issuerProfile: _RequestIssueProfile, refId: String, serverToken: String,
        APIGatewayURL: String
    ) async throws(WalletError) -> (String, _RequestIssueVc?) {
        let located = try await wallet(tas: tasURL, gateway: APIGatewayURL)
        return try await change(located, number: UpstreamNumber.issue) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.issue, in: wallet)
            try await self.settleFirstDocument(wallet)
            try await wallet.vault.require(.useCredentials)
            let session = try SessionPrefix(
                standing: issuerProfile.txId, serverToken: serverToken, purpose: .ISSUE_VC, client: .holder)
            var flow = IssueCredentialFlow(
                facts: try await wallet.facts(), session: session, refId: refId, issuer: issuerProfile.profile.profile.issuer.did,
                replacesSameSchema: wallet.configuration.replacesSameSchema, didAuth: didAuth)
            let body = try translating(.parameter, "issuerProfile") { try issuerProfile.canonicalBytes() }
            try await flow.accept(ServiceAnswer(status: 200, body: body), wallet.tools(VaultFlowKeys(vault: wallet.vault)))
            let kept = KeptAnswer(wallet.transport)
            let runner = FlowRunner(transport: kept, retryDelays: wallet.configuration.retryDelays)
            let outcome = try await runner.run(wallet.driver(flow), progress: nil)
            return (outcome.vcId, try? kept.answer?.read(OpenDIDEndpoints.TAS.requestIssueVC).value)
        }
    }

    /// M220, step 6: has a credential revoked (OpenDID sheet 5.9). The wallet keeps it until
    /// ``deleteCredentials(hWalletToken:ids:)``.
    /// - Parameters:
    ///   - hWalletToken: for purpose 9.
    ///   - tasURL: the trust agent's server, or the whole URL of the call.
    ///   - authType: how the issuer wants the user to authenticate.
    ///   - vcId: the credential.
    ///   - issuerNonce: the text that the issuer sent; it goes back unchanged.
    ///   - txId: the transaction.
    ///   - serverToken: the transaction's server token.
    ///   - passcode: the PIN; without it the key `bio` signs.
    /// - Throws: ``WalletError`` `not_found` for a credential that is not here, `key_unlock` when the user did not authenticate as the
    ///   issuer wants, `refused`.
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
                facts: try await wallet.facts(), vcId: vcId,
                session: SessionPrefix(standing: txId, serverToken: serverToken, purpose: .REMOVE_VC, client: .holder),
                proposal: _ProposeRevokeVc(txId: txId, issuerNonce: issuerNonce, authType: authType),
                authentication: unlock.authentication)
            _ = try await wallet.runner.run(wallet.driver(flow, unlock: unlock), progress: nil)
            return _RequestRevokeVc(txId: txId)
        }
    }

    /// The credentials with these ids, in their order (OpenDID sheet 8).
    /// - Parameters:
    ///   - hWalletToken: for purpose 11, 12 or 14.
    ///   - ids: of the credentials.
    /// - Throws: ``WalletError`` `not_found` when one is missing.
    public func getCredentials(hWalletToken: String, ids: [String]) async throws(WalletError) -> [VerifiableCredential] {
        let wallet = try await wallet()
        try await authorize(hWalletToken, AcceptedPurposes.readCredentials, in: wallet)
        return try await Self.stored(ids, in: wallet.vault).map(\.credential)
    }

    /// Every credential, in the order in which they were stored (OpenDID sheet 8, release 2).
    /// - Parameter hWalletToken: for purpose 11, 12 or 14.
    public func getAllCredentials(hWalletToken: String) async throws(WalletError) -> [VerifiableCredential] {
        let wallet = try await wallet()
        try await authorize(hWalletToken, AcceptedPurposes.readCredentials, in: wallet)
        return try await wallet.vault.credentials().map(\.credential)
    }

    /// ``getAllCredentials(hWalletToken:)`` as release 1 spells it.
    @available(*, deprecated, renamed: "getAllCredentials(hWalletToken:)")
    public func getAllCrentials(hWalletToken: String) async throws(WalletError) -> [VerifiableCredential] {
        try await getAllCredentials(hWalletToken: hWalletToken)
    }

    /// Removes credentials from the wallet; nobody else is told (OpenDID sheet 8).
    /// - Parameters:
    ///   - hWalletToken: for purpose 9.
    ///   - ids: the credentials.
    /// - Returns: `true`; what fails throws.
    /// - Throws: ``WalletError`` `not_found` when one is missing; then none is removed.
    @discardableResult
    public func deleteCredentials(hWalletToken: String, ids: [String]) async throws(WalletError) -> Bool {
        try await change { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.revoke, in: wallet)
            _ = try await Self.stored(ids, in: wallet.vault)
            try await wallet.vault.commit([.deleteCredentials(ids)])
            return true
        }
    }

    /// Whether the wallet has any credential (OpenDID sheet 8, release 2).
    public func isAnyCredentialsSaved() async throws(WalletError) -> Bool { try await !wallet().vault.credentials().isEmpty }

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
