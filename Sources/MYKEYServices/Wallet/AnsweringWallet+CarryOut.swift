import MYKEYWire

extension AnsweringWallet {
    /// Carries out the approved request once, so that the server and the dapp get the same signature (MYKEY sheet 5.3).
    func carryOut(_ checked: CheckedRequest) async throws(WalletStop) -> FinishedRequest {
        switch checked.work {
        case .login(let statement, let tagged): try login(statement, tagged, checked.account)
        case .sign(let message): try sign(message, checked)
        case .submit(let submitter): try await submit(checked, submitter)
        }
    }

    private func login(
        _ statement: LoginStatement, _ tagged: SignInMessage?, _ account: WalletAccount
    ) throws(WalletStop) -> FinishedRequest {
        var siwx: TaggedLogin?
        if let tagged {
            siwx = TaggedLogin(message: tagged.text, signature: try account.sign(digest: tagged.signedDigest))
        }
        let callback = statement.signed(try account.sign(digest: statement.signedDigest), siwx: siwx)
        var uidSignature: String?
        if let uid = account.mykeyUID {
            let text = statement.unsigned + uid
            let digest = account.chain == .eos ? LoginText.eosDigest(text) : LoginText.ethereumDigest(text)
            uidSignature = try account.sign(digest: digest)
        }
        do {
            let payload = try LoginPayload(
                callback, mykeyUID: account.mykeyUID, accountType: Int64(account.accountType),
                mykeyUIDSignature: uidSignature,
                pubKey: account.publicKeyText)
            return FinishedRequest(
                body: callback.json(), payload: payload.payload, transactionID: nil, login: siwx == nil ? nil : payload)
        } catch {
            throw .failed(.failure, error.description)
        }
    }

    private func sign(_ message: SignableMessage, _ checked: CheckedRequest) throws(WalletStop) -> FinishedRequest {
        let signature = try checked.account.sign(digest: message.digest)
        let body = SignCallback(
            protocol: checked.request.protocol, message: message.text, sign: signature, ref: policy.ref,
            account: checked.account.text)
        return FinishedRequest(body: body.json(), payload: SignPayload(sign: signature).payload, transactionID: nil)
    }

    private func submit(_ checked: CheckedRequest, _ submitter: any TransactionSubmitter) async throws(WalletStop)
        -> FinishedRequest
    {
        let id: String
        do {
            id = try await submitter.submit(checked.request, from: checked.account.account)
        } catch {
            throw .failed(error.code, error.reason)
        }
        let body = TransactionCallback(
            protocol: checked.request.protocol, transactionID: id, ref: policy.ref, account: checked.account.text)
        return FinishedRequest(body: body.json(), payload: TransactionPayload(txId: id).payload, transactionID: id)
    }
}
