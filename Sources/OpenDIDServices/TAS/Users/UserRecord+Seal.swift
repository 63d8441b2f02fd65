// The encrypted parts of a user's record.
extension UserRecord {
    /// Creates the record of a new user, with the status `ACTIVATED`.
    /// - Throws: ``ServicesError`` `storageKey` if the encryption fails.
    init(
        did: String, wallet token: IssuedToken, identity: TrustAgentTransaction.Identity, seal: StorageSeal
    ) throws(ServicesError) {
        self.init(
            did: did, walletID: token.walletID, appID: token.appID,
            sealedPII: try seal.seal(Array(identity.pii.utf8), at: Self.place(of: did)))
    }

    /// Returns the keyed hash by which the users of a person are found.
    /// - Parameter kycID: the ID that the identity check gave to the person.
    static func person(_ kycID: String, _ seal: StorageSeal) -> String { seal.index(kycID, of: "tas_user.kyc") }

    /// Returns the personal data that identifies the user at an issuer.
    /// - Throws: ``ServicesError`` `storageKey` if the storage key is another one.
    func personalData(_ seal: StorageSeal) throws(ServicesError) -> String {
        String(decoding: try seal.open(sealedPII, at: Self.place(of: did)), as: UTF8.self)
    }

    /// Returns a token for push messages in the form in which it is stored.
    /// - Parameter token: the token. The result is `nil` if it is empty. Apps that may not receive push messages send an empty text.
    /// - Throws: ``ServicesError`` `storageKey` if the encryption fails.
    static func sealedPushToken(
        _ token: String, of did: String, _ seal: StorageSeal
    ) throws(ServicesError) -> [UInt8]? {
        token.isEmpty ? nil : try seal.seal(Array(token.utf8), at: pushPlace(of: did))
    }

    /// Returns the token for push messages.
    /// - Throws: ``ServicesError`` `storageKey` if the storage key is another one.
    func pushToken(_ seal: StorageSeal) throws(ServicesError) -> String? {
        guard let sealedPushToken else { return nil }
        return String(decoding: try seal.open(sealedPushToken, at: Self.pushPlace(of: did)), as: UTF8.self)
    }

    private static func place(of did: String) -> String { "tas/user/\(did)" }
    private static func pushPlace(of did: String) -> String { "tas/user/\(did)/push" }
}
