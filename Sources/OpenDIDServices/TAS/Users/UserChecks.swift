import OpenDID_DataModel

// What several protocols ask of wallet, app and user (OpenDID sheet 5.6 to 5.11 and 9).
extension TrustAgent {
    /// The wallet of an envelope is the one of the server token, and in the status that the protocol needs.
    func requireWallet(of token: IssuedToken, in wallet: Wallet, status: WalletRecord.Status) async throws {
        guard let known = try await read({ db in try WalletRecord.find(wallet.id, in: db) }), known.deviceDID == wallet.did else {
            throw ServiceError(TASError.walletUnknown)
        }
        guard known.walletID == token.walletID, known.deviceDID == token.deviceDID else { throw ServiceError(TASError.walletMismatch) }
        guard known.status == status else { throw TASError.walletUnknown("no wallet of this id is \(status.rawValue)") }
    }

    /// A user whom wallet and app of the server token belong to.
    /// - Throws: ``ServiceError`` 17002 when nobody has the DID, 17003 or 17014 for another status, 17005 for another app, 17508 for another
    ///   wallet.
    func requireUser(_ did: String, owning token: IssuedToken, status: UserRecord.Status = .activated) async throws -> UserRecord {
        guard let user = try await read({ db in try UserRecord.find(did, in: db) }) else { throw ServiceError(TASError.userNotRegistered) }
        try requireStatus(status, of: user)
        guard user.appID == token.appID else { throw ServiceError(TASError.appMismatch) }
        guard user.walletID == token.walletID else { throw ServiceError(TASError.walletMismatch) }
        return user
    }

    /// - Throws: ``ServiceError`` 17003 when the user should be ACTIVATED, 17014 when DEACTIVATED.
    func requireStatus(_ status: UserRecord.Status, of user: UserRecord) throws(ServiceError) {
        guard user.status == status else {
            throw ServiceError(status == .deactivated ? TASError.userNotDeactivated : TASError.userNotActivated)
        }
    }

    /// The holder's document in an envelope.
    /// - Throws: ``ServiceError`` 12006.
    func openedHolder(_ envelope: SignedDIDDoc) throws(ServiceError) -> MultibaseEnvelope.Contents<DIDDocument> {
        do {
            return try envelope.openOwner()
        } catch {
            throw TASError.documentUnreadable("\(error.field): \(error.reason)")
        }
    }

    /// - Throws: ``ServiceError`` 12006.
    func checkHolderDocument(_ document: DIDDocument) throws(ServiceError) {
        let fault = document.validationErrors().first ?? NamedKeysRule.holder.fault(in: document, controller: did)
        if let fault { throw TASError.documentUnreadable(fault.sentence(in: "ownerDidDoc")) }
    }
}
