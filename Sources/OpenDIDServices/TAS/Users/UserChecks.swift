import OpenDID_DataModel

// Checks of the wallet, the app and the user that several protocols share (OpenDID sheet 5.6 to 5.11 and 9).
extension TrustAgent {
    /// Checks that the wallet in an envelope is the one to which the server token is bound, and that it has a certain status.
    func requireWallet(of token: IssuedToken, in wallet: Wallet, status: WalletRecord.Status) async throws {
        guard let known = try await read({ rows in try rows.walletRecord(wallet.id) }),
            known.deviceDID == wallet.did
        else {
            throw ServiceError(TASError.walletUnknown)
        }
        guard known.walletID == token.walletID, known.deviceDID == token.deviceDID else {
            throw ServiceError(TASError.walletMismatch)
        }
        guard known.status == status else { throw TASError.walletUnknown("no wallet of this id is \(status.rawValue)") }
    }

    /// Returns a user after checking that the wallet and the app are those of the server token.
    /// - Throws: ``ServiceError`` 17002 if no user has the DID, 17003 or 17014 if the user has another status, 17005 if the app is another
    ///   one, and 17508 if the wallet is another one.
    func requireUser(_ did: String, owning token: IssuedToken, status: UserRecord.Status = .activated) async throws
        -> UserRecord
    {
        guard let user = try await read({ rows in try rows.userRecord(did, for: .read) }) else {
            throw ServiceError(TASError.userNotRegistered)
        }
        try requireStatus(status, of: user)
        guard user.appID == token.appID else { throw ServiceError(TASError.appMismatch) }
        guard user.walletID == token.walletID else { throw ServiceError(TASError.walletMismatch) }
        return user
    }

    /// Checks that a user has a status.
    /// - Throws: ``ServiceError`` 17014 if `DEACTIVATED` is required, otherwise 17003.
    func requireStatus(_ status: UserRecord.Status, of user: UserRecord) throws(ServiceError) {
        guard user.status == status else {
            throw ServiceError(status == .deactivated ? TASError.userNotDeactivated : TASError.userNotActivated)
        }
    }

    /// Decodes the holder's document in an envelope.
    /// - Throws: ``ServiceError`` 12006.
    func openedHolder(_ envelope: SignedDIDDoc) throws(ServiceError) -> MultibaseEnvelope.Contents<DIDDocument> {
        do {
            return try envelope.openOwner()
        } catch {
            throw TASError.documentUnreadable("\(error.field): \(error.reason)")
        }
    }

    /// Checks that a holder's document is valid.
    /// - Throws: ``ServiceError`` 12006.
    func checkHolderDocument(_ document: DIDDocument) throws(ServiceError) {
        let fault = document.validationErrors().first ?? NamedKeysRule.holder.fault(in: document, controller: did)
        if let fault { throw TASError.documentUnreadable(fault.sentence(in: "ownerDidDoc")) }
    }
}
