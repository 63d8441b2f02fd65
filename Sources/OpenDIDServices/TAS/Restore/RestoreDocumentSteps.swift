import OpenDID_DataModel

// M142, in which a holder's deactivated DID becomes active again (OpenDID sheet 5.10).
extension TrustAgent {
    func proposeRestoreDIDDoc(_ request: ProposeRestoreDidDoc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ProposeRestoreDidDoc
    > {
        let moment = now
        let found = try await read { rows in
            (try rows.restoreOffer(request.offerId, now: moment), try rows.userRecord(request.did, for: .read))
        }
        guard let offer = found.0 else { throw ServiceError(TASError.offerUnknown) }
        guard offer.did == request.did else { throw ServiceError(TASError.offerMismatch) }
        guard let user = found.1 else { throw ServiceError(TASError.userNotRegistered) }
        try requireStatus(.deactivated, of: user)
        let nonce = context.nonce()
        let transaction = TrustAgentTransaction(
            .restoreDocument(
                TrustAgentTransaction.Holder(did: user.did, authNonce: nonce), offerID: offer.offerID))
        return try await open(transaction, call) { _ProposeRestoreDidDoc(txId: $0, authNonce: nonce) }
    }

    func requestRestoreDIDDoc(_ request: RequestRestoreDidDoc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestRestoreDidDoc
    > {
        try await step(.requestRestoreDIDDoc, of: request.txId, call) { transaction in
            let token = try ServerTokens.require(request.serverToken, in: transaction, now: now).token
            guard case .restoreDocument(let holder, let offerID) = transaction.proposal else {
                throw ServiceError(TASError.transactionInvalid)
            }
            let user = try await requireUser(holder.did, owning: token, status: .deactivated)
            // The keys of the DID are accepted although the DID is deactivated, because this step activates it again.
            try await checks.didAuth(
                request.didAuth, call.part("didAuth"), of: holder.did, nonce: holder.authNonce, signerStatus: .restoring
            )
            let moment = now
            let activate = applying(
                .setDIDStatus(did: holder.did, .activated, at: moment), otherwise: TASError.userNotDeactivated)
            return TrustAgentStepResult(_RequestRestoreDidDoc(txId: request.txId), transaction) { rows in
                // The offer is looked up again, because it may have been used or have expired since the transaction was opened.
                guard try rows.restoreOffer(offerID, now: moment) != nil else {
                    throw ServiceError(TASError.offerUnknown)
                }
                guard try rows.setStatus(.activated, ofUser: user.did, expecting: .deactivated) else {
                    throw ServiceError(TASError.userNotDeactivated)
                }
                // The DID is active again, so no other offer to restore it is of use.
                try rows.removeRestoreOffers(for: user.did)
                try activate(rows)
            }
        }
    }

    func confirmRestoreDIDDoc(_ request: ConfirmRestoreDidDoc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ConfirmRestoreDidDoc
    > {
        try await step(.confirmRestoreDIDDoc, of: request.txId, call) { transaction in
            _ = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            return TrustAgentStepResult(_ConfirmRestoreDidDoc(txId: request.txId), transaction)
        }
    }
}
