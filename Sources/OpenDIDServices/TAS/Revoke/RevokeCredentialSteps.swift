import OpenDID_DataModel

// M220, in which a holder revokes a credential (OpenDID sheet 5.9). The issuer checks the holder's signature. The trust agent and the
// issuer both check that the credential belongs to the holder.
extension TrustAgent {
    func proposeRevokeVC(_ request: ProposeRevokeVc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ProposeRevokeVc
    > {
        try call.requireMessageID()
        guard let meta = try await registry.credential(request.vcId) else {
            throw ServiceError(TASError.credentialUnknown, "vcId: the credential is unknown")
        }
        guard meta.status != .REVOKED else { throw ServiceError(TASError.credentialRevoked) }
        let answer = try await ask(
            meta.issuer.did, OpenDIDEndpoints.Issuer.inspectProposeRevoke,
            InspectProposeRevoke(id: request.id, vcId: request.vcId))
        let transaction = TrustAgentTransaction(
            .revokeCredential(
                TrustAgentTransaction.Revocation(
                    credentialID: request.vcId, holder: meta.subject, issuer: meta.issuer.did, transaction: answer.txId)
            ))
        return try await open(transaction, call) {
            _ProposeRevokeVc(txId: $0, issuerNonce: answer.issuerNonce, authType: answer.authType)
        }
    }

    func requestRevokeVC(_ request: RequestRevokeVc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestRevokeVc
    > {
        try await step(.requestRevokeVC, of: request.txId, call) { transaction in
            let client = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            let revocation = try revocation(of: transaction)
            guard request.request.vcId == revocation.credentialID else {
                throw TASError.credentialMismatch("request.vcId: this transaction is about another credential")
            }
            _ = try await requireUser(client.client, owning: client.token)
            guard client.client == revocation.holder else {
                throw TASError.signatureInvalid("request: only the subject of the credential may have it revoked")
            }
            _ = try await ask(
                revocation.issuer, OpenDIDEndpoints.Issuer.revokeVC,
                RevokeVc(id: request.id, txId: revocation.transaction, request: request.request))
            return TrustAgentStepResult(_RequestRevokeVc(txId: request.txId), transaction)
        }
    }

    func confirmRevokeVC(_ request: ConfirmRevokeVc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ConfirmRevokeVc
    > {
        try await step(.confirmRevokeVC, of: request.txId, call) { transaction in
            _ = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            let revocation = try revocation(of: transaction)
            _ = try await ask(
                revocation.issuer, OpenDIDEndpoints.Issuer.completeRevoke,
                CompleteRevoke(id: request.id, txId: revocation.transaction))
            return TrustAgentStepResult(_ConfirmRevokeVc(txId: request.txId), transaction)
        }
    }

    /// Returns the data about the issuer in a transaction of M220.
    private func revocation(
        of transaction: TrustAgentTransaction
    ) throws(ServiceError) -> TrustAgentTransaction.Revocation {
        guard case .revokeCredential(let revocation) = transaction.proposal else {
            throw ServiceError(TASError.transactionInvalid)
        }
        return revocation
    }
}
