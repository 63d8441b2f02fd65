import HeraldKeys
import OpenDID_DataModel

// M132, in which a user is registered (OpenDID sheet 5.6).
extension TrustAgent {
    func proposeRegisterUser(_ request: ProposeRegisterUser, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ProposeRegisterUser
    > {
        try await open(TrustAgentTransaction(.registerUser), call) { _ProposeRegisterUser(txId: $0) }
    }

    /// Identifies the user, and requests the user's personal data from the app provider.
    func retrieveKYC(_ request: RetrieveKyc, _ call: ReceivedCall) async throws -> EncodedAnswer<_RetrieveKyc> {
        try await step(.retrieveKYC, of: request.txId, call) { transaction in
            let client = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            let token = client.token
            // Wallets after release 2.0 may send a token of the identity check instead of its ID.
            guard
                let reference = [request.kycTxId, request.kycToken].lazy.compactMap(\.self).first(where: { !$0.isEmpty }
                )
            else {
                throw TASError.bodyInvalid("kycTxId: a text expected")
            }
            let kycID = try await userID(
                of: KYCEvidence(
                    reference: reference, walletID: token.walletID, deviceDID: token.deviceDID, appID: token.appID,
                    token: request.kycToken))
            var transaction = transaction
            transaction.stage = .identified(
                client, TrustAgentTransaction.Identity(kycID: kycID, pii: try await personalData(of: kycID)))
            return TrustAgentStepResult(_RetrieveKyc(txId: request.txId), transaction)
        }
    }

    /// Returns the user ID for a wallet's evidence.
    /// - Throws: ``ServiceError`` 17002 if the identity check confirms no user.
    private func userID(of evidence: KYCEvidence) async throws -> String {
        guard let check = context.configuration.kyc else {
            // A token is refused if no identity check is configured, because only an identity check can read it.
            guard evidence.reference != evidence.token else {
                throw TASError.userNotRegistered("kycToken: this server has no identity check that reads tokens")
            }
            return evidence.reference
        }
        guard let userID = try await check.userID(for: evidence), !userID.isEmpty else {
            throw TASError.userNotRegistered("the identity check confirms nobody")
        }
        return userID
    }

    func requestRegisterUser(_ request: RequestRegisterUser, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _RequestRegisterUser
    > {
        try await step(.requestRegisterUser, of: request.txId, call) { transaction in
            let client = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            let token = client.token
            guard case .identified(_, let identity) = transaction.stage else {
                throw ServiceError(TASError.userNotRegistered)
            }
            let envelope = request.signedDidDoc
            try await requireWallet(of: token, in: envelope.wallet, status: .created)
            let used = try await checks.signedDocument(envelope, call.part("signedDidDoc"))
            let owner = try openedHolder(envelope)
            try checkFirstVersion(owner.value)
            let holder = owner.value
            guard try await read({ rows in try rows.userRecord(holder.id, for: .read) }) == nil else {
                throw ServiceError(TASError.userExists)
            }
            try await checks.keyProofs(of: owner.document, as: .holderDIDDocument)
            let register = try await entering(holder, role: .Etc, otherwise: TASError.userExists)
            let (moment, limit) = (now, context.configuration.limits.registrationsPerDay)
            let person = UserRecord.person(identity.kycID, seal)
            let user = try UserRecord(did: holder.id, wallet: token, identity: identity, seal: seal)
            var transaction = transaction
            // The transaction no longer contains the user's personal data, because this step stores the data in the user's record.
            transaction.stage = .authorized(client)
            return TrustAgentStepResult(_RequestRegisterUser(txId: request.txId), transaction, using: [used]) { rows in
                guard try rows.assignWallet(user.walletID) else {
                    throw ServiceError(TASError.walletUnknown)
                }
                guard try rows.userRecord(user.did, for: .read) == nil else { throw ServiceError(TASError.userExists) }
                // Without this limit, a client with one user ID could register any number of DIDs, and DIDs are never deleted.
                let day = moment - ServiceLimits.day
                guard try !rows.hasRegistered(limit, ofPerson: person, since: day) else {
                    throw TASError.userNotRegistered(
                        "so many DIDs of this person were registered within a day that there is none today")
                }
                try register(rows)
                try rows.insert(user, ofPerson: person, at: moment)
            }
        }
    }

    func confirmRegisterUser(_ request: ConfirmRegisterUser, _ call: ReceivedCall) async throws -> EncodedAnswer<
        _ConfirmRegisterUser
    > {
        try await step(.confirmRegisterUser, of: request.txId, call) { transaction in
            _ = try ServerTokens.require(request.serverToken, in: transaction, now: now)
            return TrustAgentStepResult(_ConfirmRegisterUser(txId: request.txId), transaction)
        }
    }

    /// Stores a user's token for push messages. No proof is required, because deployed apps send none. The token only determines which app
    /// shows an offer.
    func updatePushToken(_ request: UpdatePushToken, _ call: ReceivedCall) async throws -> _UpdatePushToken {
        try call.requireMessageID()
        // The token may be empty, because an app that may not receive push messages sends an empty one.
        guard request.pushToken.utf8.count <= 4096 else {
            throw TASError.bodyInvalid("pushToken: at most 4096 bytes expected")
        }
        let sealed = try UserRecord.sealedPushToken(request.pushToken, of: request.did, seal)
        try await write { rows in
            guard let user = try rows.userRecord(request.did, for: .change) else {
                throw ServiceError(TASError.userNotRegistered)
            }
            guard user.appID == request.appId else { throw ServiceError(TASError.appMismatch) }
            try rows.setPushToken(sealed, ofUser: user.did)
        }
        return _UpdatePushToken()
    }

    private func checkFirstVersion(_ document: DIDDocument) throws(ServiceError) {
        if let error = document.validationErrors(.registration).first
            ?? WalletDIDRule.fault(in: document, controller: did)
        {
            throw ServiceError(
                error.field == "versionId" ? TASError.documentVersion : TASError.documentUnreadable,
                error.sentence(in: "ownerDidDoc"))
        }
        try checkHolderDocument(document)
    }
}
