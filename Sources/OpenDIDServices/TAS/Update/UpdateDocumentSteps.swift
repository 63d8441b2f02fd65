import OpenDID_DataModel

// M141, in which a holder's DID document gets its next version (OpenDID sheet 5.11).
extension TrustAgent {
    func proposeUpdateDIDDoc(_ request: ProposeUpdateDidDoc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ProposeUpdateDidDoc
    > {
        guard let user = try await read({ rows in try rows.userRecord(request.did, for: .read) }) else {
            throw ServiceError(TASError.userNotRegistered)
        }
        try requireStatus(.activated, of: user)
        let nonce = context.nonce()
        let transaction = TrustAgentTransaction(
            .updateDocument(TrustAgentTransaction.Holder(did: user.did, authNonce: nonce)))
        return try await open(transaction, call) { _ProposeUpdateDidDoc(txId: $0, authNonce: nonce) }
    }

    func requestUpdateDIDDoc(_ request: RequestUpdateDidDoc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestUpdateDidDoc
    > {
        try await step(.requestUpdateDIDDoc, of: request.txId, call) { transaction in
            let token = try ServerTokens.require(request.serverToken, in: transaction, now: now).token
            guard case .updateDocument(let proposed) = transaction.proposal else {
                throw ServiceError(TASError.transactionInvalid)
            }
            let (holder, nonce) = (proposed.did, proposed.authNonce)
            let user = try await requireUser(holder, owning: token)
            let envelope = request.signedDidDoc
            try await requireWallet(of: token, in: envelope.wallet, status: .assigned)
            let used = try await checks.signedDocument(envelope, call.part("signedDidDoc"))
            guard let current = try await registry.resolve(holder, versionId: nil) else {
                throw ServiceError(TASError.userNotRegistered)
            }
            // A proof may name the registered version of the document or, as some wallets do, the new version. In both cases, the
            // registered version must contain the key (OpenDID sheet 5.11).
            try await checks.didAuth(
                request.didAuth, call.part("didAuth"), of: holder, nonce: nonce, keyVersions: .sameOrNext)
            let owner = try openedHolder(envelope)
            if let fault = owner.value.updateFaults(after: current.document, requested: holder).first {
                throw ServiceError(TASError.code(for: fault), "ownerDidDoc.\(fault.field): \(fault)")
            }
            try checkHolderDocument(owner.value)
            try await checks.keyProofs(of: owner.document, as: .holderDIDDocument)
            let update = try await entering(owner.value, role: .Etc, otherwise: TASError.documentVersion)
            let (limit, day) = (context.configuration.limits.versionsPerDay, now - ServiceLimits.day)
            return TrustAgentStepResult(_RequestUpdateDidDoc(txId: request.txId), transaction, using: [used]) { rows in
                // The status is checked again inside the transaction, because the operator may have changed it since the first check.
                guard try rows.userRecord(user.did, for: .change)?.status == .activated else {
                    throw ServiceError(TASError.userNotActivated)
                }
                guard try !LedgerReading.hasEntered(limit, of: user.did, since: day, in: rows) else {
                    throw TASError.documentVersion(
                        "so many versions were entered within a day that there is none today")
                }
                try update(rows)
            }
        }
    }

    func confirmUpdateDIDDoc(_ request: ConfirmUpdateDidDoc, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ConfirmUpdateDidDoc
    > {
        try await step(.confirmUpdateDIDDoc, of: request.txId, call) { transaction in
            _ = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            return TrustAgentStepResult(_ConfirmUpdateDidDoc(txId: request.txId), transaction)
        }
    }
}
