import HeraldKeys
import OpenDID_DataModel

// The steps of the session that five protocols and the enrolment have in common (OpenDID sheet 5.5, 6.1, 6.3).
extension TrustAgent {
    /// Step S1: agrees on a session key with the client.
    func requestECDH(_ request: RequestEcdh, _ call: ReceivedCall) async throws -> EncodedAnswer<_RequestEcdh> {
        try await step(.requestECDH, of: request.txId, call) { transaction in
            let half = request.reqEcdh
            let document = try call.part("reqEcdh", decodedAs: half)
            // In M142, the holder's DID is deactivated until the protocol has restored it. The deactivated DID is accepted, because Android
            // wallets agree on the session key with it.
            let isRestored = transaction.flow == .restoreDocument && half.client == transaction.subject
            let used = try await checks.sessionHalf(half, document, signerStatus: isRestored ? .restoring : .activeOnly)
            let cipher = try chosenCipher(for: half)
            var generator = BytesGenerator(context.random)
            let key = AgreementKey.suiting(half, using: &generator), nonce = context.nonce()
            var transaction = transaction
            transaction.stage = .agreed(try agreed(half, cipher: cipher, key: key, nonce: nonce))
            let answer = AccEcdh(
                server: did, serverNonce: nonce, publicKey: Multibase.encode(key.compressedPublicKey, as: .base58btc),
                cipher: cipher.rawValue,
                padding: SymmetricPaddingType.pkcs5.rawValue)
            let signed = try await answer.signed(by: proof(.keyagree))
            return TrustAgentStepResult(_RequestEcdh(txId: request.txId, accEcdh: signed), transaction, using: [used])
        }
    }

    /// Step S4: creates a server token for a wallet and an app.
    func requestCreateToken(_ request: RequestCreateToken, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestCreateToken
    > {
        try await step(.requestCreateToken, of: request.txId, call) { transaction in
            guard case .agreed(let session) = transaction.stage else { throw ServiceError(TASError.sessionMissing) }
            let seed = request.seed
            guard let purpose = ServerTokenPurposeEnum(rawValue: seed.purpose.rawValue),
                transaction.flow.tokenPurposes.contains(purpose)
            else { throw TASError.purposeNotAllowed("seed.purpose: not for \(transaction.flow.rawValue)") }
            let used = [
                try await checkedWallet(
                    seed.walletInfo, call.part("seed", "walletInfo", decodedAs: seed.walletInfo), of: transaction,
                    client: session.client),
                try await checkedApp(
                    seed.caAppInfo, call.part("seed", "caAppInfo", decodedAs: seed.caAppInfo)),
            ]
            let until = now + context.configuration.lifetimes.serverToken
            let data = ServerTokenData(
                purpose: purpose, walletId: seed.walletInfo.wallet.id, appId: seed.caAppInfo.appId,
                validUntil: until.text,
                provider: identity.provider, nonce: context.nonce())
            let minted = try await ServerTokens.mint(
                data, device: seed.walletInfo.wallet.did, until: until, by: proof(.assert))
            let iv = context.random(SessionKey.blockLength)
            let sealed = try session.channelKey().encrypt(minted.plaintext, iv: iv)
            var transaction = transaction
            transaction.stage = .authorized(
                TrustAgentTransaction.Authorization(client: session.client, token: minted.token))
            // Long data is encoded in base64, because the time for base58 grows with the square of the length.
            let answer = _RequestCreateToken(
                txId: request.txId, iv: Multibase.encode(iv, as: .base58btc),
                encStd: Multibase.encode(sealed, as: .base64))
            return TrustAgentStepResult(answer, transaction, using: used)
        }
    }

    private func agreed(
        _ half: ReqEcdh, cipher: SymmetricCipherType, key: AgreementKey, nonce: String
    ) throws(ServiceError) -> AgreedSession {
        guard (try? Multibase.decode(half.publicKey, base58Limit: Multibase.shortLimit)) != nil else {
            throw TASError.multibaseInvalid("reqEcdh.publicKey")
        }
        do {
            return try AgreedSession(half, cipher: cipher, key: key, serverNonce: nonce)
        } catch {
            throw TASError.bodyInvalid("reqEcdh.publicKey: \(error.reason)")
        }
    }

    private func chosenCipher(for half: ReqEcdh) throws(ServiceError) -> SymmetricCipherType {
        do {
            return try SymmetricCipherType.chosen(from: half.candidate?.ciphers)
        } catch {
            throw TASError.noCommonCipher("reqEcdh.candidate.ciphers")
        }
    }

    private func checkedWallet(
        _ info: SignedWalletInfo, _ document: SignedDocument, of transaction: TrustAgentTransaction, client: String
    ) async throws -> UsedNonce {
        let known = try await read { rows in try rows.walletRecord(info.wallet.id) }
        guard let known, known.deviceDID == info.wallet.did else { throw ServiceError(TASError.walletUnknown) }
        let flow = transaction.flow
        guard known.status == flow.walletStatus else {
            throw TASError.walletUnknown("no wallet of this id is \(flow.walletStatus.rawValue)")
        }
        if flow.clientIsDevice, client != known.deviceDID, client != transaction.subject {
            throw TASError.walletMismatch(
                "seed.walletInfo.wallet.did: another device agreed on the key of this session")
        }
        return try await checks.walletInfo(info, document)
    }

    private func checkedApp(_ info: AttestedAppInfo, _ document: SignedDocument) async throws -> UsedNonce {
        guard !info.appId.isEmpty else { throw TASError.appInvalid("seed.caAppInfo.appId: a text expected") }
        try await requireCertificate(of: info.provider.did, role: .CAS_SERVICE)
        return try await checks.appInfo(info, document)
    }
}
