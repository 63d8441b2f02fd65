import OpenDID_DataModel

/// The trust agent's own tables. They are in the same database as the tables of the registry and of transactions, so that a step writes to
/// all of them or to none.
package protocol TrustAgentTables: UserRecordTable, WalletRecordTable, UnusedWalletTable, RestoreOfferTable,
    UsedNonceTable
{}

/// The registered users. Their personal data is encrypted. All users of a person are found by a keyed hash of the ID that the identity
/// check gave to the person.
package protocol UserRecordTable {
    /// Returns a user.
    /// - Throws: the database's errors.
    func userRecord(_ did: String, for purpose: RowPurpose) throws -> UserRecord?

    /// Returns all users of a person, the newest first. One person may have several users, because each wallet is registered separately.
    /// - Throws: the database's errors.
    func userRecords(ofPerson index: String, for purpose: RowPurpose) throws -> [UserRecord]

    /// True if at least this number of users of a person were registered since a point in time.
    /// - Throws: the database's errors.
    func hasRegistered(_ count: Int, ofPerson index: String, since moment: UTCInstant) throws -> Bool

    /// Stores a new user.
    /// - Throws: a constraint error if the DID or the wallet already belongs to a user, or if the wallet is not registered.
    func insert(_ user: UserRecord, ofPerson index: String, at now: UTCInstant) throws

    /// Changes the status of a user.
    /// - Returns: false if the old status was not `expected`.
    /// - Throws: the database's errors.
    func setStatus(_ status: UserRecord.Status, ofUser did: String, expecting expected: UserRecord.Status) throws
        -> Bool

    /// Stores a user's encrypted token for push messages.
    /// - Parameter sealed: the token, or `nil` to delete the stored token.
    /// - Throws: the database's errors.
    func setPushToken(_ sealed: [UInt8]?, ofUser did: String) throws
}

/// The registered wallets.
package protocol WalletRecordTable {
    /// Returns a wallet.
    /// - Throws: the database's errors.
    func walletRecord(_ walletID: String) throws -> WalletRecord?

    /// Returns the wallet of a device.
    /// - Throws: the database's errors.
    func walletRecord(ofDevice did: String) throws -> WalletRecord?

    /// Stores a new wallet.
    /// - Throws: a constraint error if the wallet or the device exists already, or if the same request registered a wallet before.
    func insert(_ wallet: WalletRecord, by registration: WalletRecord.Registration, at now: UTCInstant) throws

    /// Returns the transaction ID in the answer to a registration, or `nil` if there was no such request.
    /// - Throws: the database's errors.
    func transactionID(ofRegistration request: [UInt8]) throws -> String?

    /// Changes a wallet's status to `ASSIGNED`.
    /// - Returns: false if there is no wallet with the status `CREATED`.
    /// - Throws: the database's errors.
    func assignWallet(_ walletID: String) throws -> Bool
}

/// The wallets whose owner is not registered, and the way to delete them.
package protocol UnusedWalletTable {
    /// Returns the instant at which the newest wallet above a number of unused wallets was registered, or `nil` if there are not more of
    /// them. It reads at most `count` + 1 index entries.
    /// - Throws: the database's errors.
    func registration(ofUnusedWalletBeyond count: Int) throws -> UTCInstant?

    /// Returns unused wallets that were registered before a point in time, the oldest first. Wallets that another write deletes at the
    /// same time may be missing.
    /// - Throws: the database's errors.
    func unusedWallets(before moment: UTCInstant, limit: Int) throws -> [WalletRecord]

    /// Deletes a wallet.
    /// - Throws: a constraint error if the wallet has an owner.
    func removeWallet(_ walletID: String) throws
}

/// The offers to restore a DID.
package protocol RestoreOfferTable {
    /// Stores a new offer.
    /// - Throws: a constraint error if the offer exists already.
    func insert(_ offer: RestoreOfferRecord, validUntil: UTCInstant) throws

    /// Returns an offer that has not expired.
    /// - Throws: the database's errors.
    func restoreOffer(_ offerID: String, now: UTCInstant) throws -> RestoreOfferRecord?

    /// Deletes every offer to restore a DID.
    /// - Throws: the database's errors.
    func removeRestoreOffers(for did: String) throws

    /// Deletes offers that have expired, the oldest first.
    /// - Returns: the number of deleted offers, at most `limit`.
    /// - Throws: the database's errors.
    func removeExpiredRestoreOffers(now: UTCInstant, limit: Int) throws -> Int
}

/// The nonces of accepted messages.
package protocol UsedNonceTable {
    /// Stores a nonce.
    /// - Returns: false if the nonce was stored before.
    /// - Throws: the database's errors.
    func insert(_ nonce: UsedNonce) throws -> Bool

    /// Deletes nonces that are no longer needed, the oldest first.
    /// - Returns: the number of deleted nonces, at most `limit`.
    /// - Throws: the database's errors.
    func removeExpiredNonces(now: UTCInstant, limit: Int) throws -> Int
}
