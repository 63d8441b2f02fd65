import OpenDID_DataModel

// M210, in which a holder receives a credential (OpenDID sheet 5.7). The trust agent passes messages between the holder and the issuer. It
// cannot read the encrypted messages.
//
// The issuer gives the same answer to the same request. Each request to the issuer is therefore derived only from the holder's request.
// This process may end after the issuer has done its work and before the answer is stored. The holder then repeats the request, and gets
// the credential. Before the trust agent calls the issuer, it stores the request's digest, because the repetition may arrive after the
// server token has expired.
extension TrustAgent {
    func proposeIssueVC(_ request: ProposeIssueVc, _ call: ReceivedCall) async throws -> EncodedAnswer<_ProposeIssueVc>
    {
        try call.requireMessageID()
        let answer = try await ask(
            request.issuer, OpenDIDEndpoints.Issuer.inspectProposeIssue,
            InspectProposeIssue(
                id: request.id, vcPlanId: request.vcPlanId, issuer: request.issuer, offerId: request.offerId))
        let transaction = TrustAgentTransaction(
            .issueCredential(TrustAgentTransaction.Issuance(issuer: request.issuer, transaction: answer.txId)))
        return try await open(transaction, call) { _ProposeIssueVc(txId: $0, refId: answer.refId) }
    }

    func requestIssueProfile(_ request: RequestIssueProfile, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestIssueProfile
    > {
        try await step(.requestIssueProfile, of: request.txId, call) { transaction in
            let client = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            let issuance = try issuance(of: transaction)
            // In M210, the client of the session is the holder (OpenDID sheet 5.7, row 6).
            let user = try await requireUser(client.client, owning: client.token)
            let answer = try await ask(
                issuance.issuer, OpenDIDEndpoints.Issuer.generateIssueProfile,
                GenerateIssueProfile(
                    id: request.id, txId: issuance.transaction,
                    holder: IssueHolder(did: user.did, pii: try user.personalData(seal))))
            let nonce = context.nonce()
            var transaction = transaction
            transaction.stage = .profiled(client, authNonce: nonce)
            return TrustAgentStepResult(
                _RequestIssueProfile(txId: request.txId, authNonce: nonce, profile: answer.profile), transaction)
        }
    }

    func requestIssueVC(_ request: RequestIssueVc, _ call: ReceivedCall) async throws -> EncodedAnswer<_RequestIssueVc>
    {
        try await step(
            .requestIssueVC, of: request.txId, call,
            preparing: { transaction, digest in
                var issuance = try issuance(of: transaction)
                let isRepetition = issuance.wasAsked(digest)
                let client = try ServerTokens.require(
                    request.serverToken, in: transaction, now: now, isRepetition: isRepetition)
                guard case .profiled(_, let nonce) = transaction.stage else {
                    throw ServiceError(TASError.transactionInvalid)
                }
                _ = try await requireUser(client.client, owning: client.token)
                let auth = try call.part("didAuth", decodedAs: request.didAuth)
                try await checks.didAuth(request.didAuth, auth, of: client.client, nonce: nonce)
                guard issuance.note(digest) else { return nil }
                var transaction = transaction
                transaction.proposal = .issueCredential(issuance)
                return transaction
            }
        ) { transaction in
            let issuance = try issuance(of: transaction)
            let answer = try await ask(
                issuance.issuer, OpenDIDEndpoints.Issuer.issueVC,
                IssueVc(id: request.id, txId: issuance.transaction, accE2e: request.accE2e, encReqVc: request.encReqVc))
            return TrustAgentStepResult(_RequestIssueVc(txId: request.txId, e2e: answer.e2e), transaction)
        }
    }

    func confirmIssueVC(_ request: ConfirmIssueVc, _ call: ReceivedCall) async throws -> EncodedAnswer<_ConfirmIssueVc>
    {
        try await step(.confirmIssueVC, of: request.txId, call) { transaction in
            let holder = try ServerTokens.require(request.serverToken, in: transaction, now: now).client
            let issuance = try issuance(of: transaction)
            guard let meta = try await registry.credential(request.vcId), meta.subject == holder,
                meta.issuer.did == issuance.issuer
            else {
                throw TASError.credentialMismatch("vcId: this transaction issued another credential")
            }
            _ = try await ask(
                issuance.issuer, OpenDIDEndpoints.Issuer.completeVC,
                CompleteVc(id: request.id, txId: issuance.transaction, vcId: request.vcId))
            return TrustAgentStepResult(_ConfirmIssueVc(txId: request.txId), transaction)
        }
    }

    /// Returns the data about the issuer in a transaction of M210.
    private func issuance(
        of transaction: TrustAgentTransaction
    ) throws(ServiceError) -> TrustAgentTransaction.Issuance {
        guard case .issueCredential(let issuance) = transaction.proposal else {
            throw ServiceError(TASError.transactionInvalid)
        }
        return issuance
    }
}
