import OpenDID_DataModel

extension WalletAPI {
    /// M132, step 8: registers the holder's document (OpenDID sheet 5.6).
    /// - Parameters:
    ///   - tasURL: the trust agent's server, or the whole URL of the call.
    ///   - txId: the transaction's id.
    ///   - hWalletToken: a wallet token with purpose 5.
    ///   - serverToken: the transaction's server token.
    ///   - signedDIDDoc: the result of ``createSignedDIDDoc(passcode:)``.
    /// - Throws: ``WalletError`` with code `did_mismatch` if `signedDIDDoc` does not contain the pending document, or with code `refused`
    /// if the server refused.
    @discardableResult
    public func requestRegisterUser(
        tasURL: String, txId: String, hWalletToken: String, serverToken: String, signedDIDDoc: SignedDIDDoc
    ) async throws(WalletError) -> _RequestRegisterUser {
        try await change(try await wallet(tas: tasURL), number: UpstreamNumber.registerUser) {
            wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.createDocument, in: wallet)
            try await wallet.vault.require(.createHolder)
            try await Self.requireOwn(signedDIDDoc, in: wallet)
            let request = RequestRegisterUser(
                id: Self.messageID(wallet), txId: txId, signedDidDoc: signedDIDDoc, serverToken: serverToken)
            let answer = try await Self.post(OpenDIDEndpoints.TAS.requestRegisterUser, request, by: wallet)
            try FlowChecks.transaction(answer.txId, is: txId)
            return answer
        }
    }

    /// M141, step 7: registers the next version of the holder's document (OpenDID sheet 5.11).
    /// - Parameters:
    ///   - tasURL: the trust agent's server, or the whole URL of the call.
    ///   - txId: the transaction's id.
    ///   - hWalletToken: a wallet token with purpose 6.
    ///   - serverToken: the transaction's server token.
    ///   - didAuth: the result of ``getSignedDidAuth(authNonce:passcode:)``.
    ///   - signedDIDDoc: the result of ``createSignedDIDDoc(passcode:)``.
    /// - Throws: ``WalletError`` as ``requestRegisterUser(tasURL:txId:hWalletToken:serverToken:signedDIDDoc:)``, and with code `parameter`
    ///   if `didAuth` or `signedDIDDoc` is missing.
    @discardableResult
    public func requestUpdateUser(
        tasURL: String, txId: String, hWalletToken: String, serverToken: String, didAuth: DIDAuth?,
        signedDIDDoc: SignedDIDDoc?
    ) async throws(WalletError) -> _RequestUpdateDidDoc {
        try await change(try await wallet(tas: tasURL)) { wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.updateDocument, in: wallet)
            try await wallet.vault.require(.updateHolder)
            guard let signedDIDDoc else { throw WalletError(.parameter, field: "signedDIDDoc", reason: "it is needed") }
            let didAuth = try await Self.requireOwn(didAuth, in: wallet)
            try await Self.requireOwn(signedDIDDoc, in: wallet)
            let request = RequestUpdateDidDoc(
                id: Self.messageID(wallet), txId: txId, serverToken: serverToken, didAuth: didAuth,
                signedDidDoc: signedDIDDoc)
            let answer = try await Self.post(OpenDIDEndpoints.TAS.requestUpdateDIDDoc, request, by: wallet)
            try FlowChecks.transaction(answer.txId, is: txId)
            return answer
        }
    }

    /// M142, step 6: activates the holder's DID again (OpenDID sheet 5.10).
    /// - Parameters:
    ///   - tasURL: the trust agent's server, or the whole URL of the call.
    ///   - txId: the transaction's id.
    ///   - hWalletToken: a wallet token with purpose 7.
    ///   - serverToken: the transaction's server token.
    ///   - didAuth: the result of ``getSignedDidAuth(authNonce:passcode:)``.
    /// - Throws: ``WalletError`` with code `parameter` if `didAuth` is missing, with code `did_mismatch` if it is an answer of another DID,
    ///   or with code `refused` if the server refused.
    @discardableResult
    public func requestRestoreUser(
        tasURL: String, txId: String, hWalletToken: String, serverToken: String, didAuth: DIDAuth?
    ) async throws(WalletError) -> _RequestRestoreDidDoc {
        try await change(try await wallet(tas: tasURL), number: UpstreamNumber.restoreUser) {
            wallet throws(WalletError) in
            try await self.authorize(hWalletToken, AcceptedPurposes.restoreUser, in: wallet)
            try await wallet.vault.require(.updateHolder)
            let request = RequestRestoreDidDoc(
                id: Self.messageID(wallet), txId: txId, serverToken: serverToken,
                didAuth: try await Self.requireOwn(didAuth, in: wallet))
            let answer = try await Self.post(OpenDIDEndpoints.TAS.requestRestoreDIDDoc, request, by: wallet)
            try FlowChecks.transaction(answer.txId, is: txId)
            return answer
        }
    }

    private static func messageID(_ wallet: OpenDIDWallet) -> String {
        MessageID.make(at: wallet.now(), randomBytes: wallet.random(MessageID.randomByteCount))
    }

    /// Checks that the envelope is of this wallet and contains exactly the pending document, because the wallet can store no other document
    /// after the registration.
    private static func requireOwn(_ envelope: SignedDIDDoc, in wallet: OpenDIDWallet) async throws(WalletError) {
        let own = try await wallet.snapshot().wallet()
        let waiting = try await wallet.vault.pendingDocument(.holder)
        let document = try translating(.parameter, "signedDIDDoc") { try envelope.openOwner().value }
        guard envelope.wallet.id == own.id, envelope.wallet.did == own.did, let waiting,
            try translating(.parameter, "signedDIDDoc", { try document.canonicalBytes() == waiting.canonicalBytes() })
        else {
            throw WalletError(
                .didMismatch, field: "signedDIDDoc",
                reason: "the document differs from the one that this wallet is to register")
        }
    }

    private static func requireOwn(_ didAuth: DIDAuth?, in wallet: OpenDIDWallet) async throws(WalletError) -> DIDAuth {
        guard let didAuth else { throw WalletError(.parameter, field: "didAuth", reason: "it is needed") }
        guard try await wallet.snapshot().requireHolder().id == didAuth.did else {
            throw WalletError(
                .didMismatch, field: "didAuth.did", reason: "the proof is of another DID than the holder's")
        }
        return didAuth
    }
}
