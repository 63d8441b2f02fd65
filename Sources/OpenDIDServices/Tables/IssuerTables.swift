import OpenDID_DataModel

/// The issuer's own tables. Public data is in the registry, and the data of unfinished issuances and revocations is in the tables of
/// transactions.
package protocol IssuerTables: IssuerUserTable, OfferTable, CredentialTable, RevocationTable {}

/// The table of the persons whose data the issuer has. Persons are found by PII or DID, which are each of one person only.
package protocol IssuerUserTable {
    /// Returns the person with this keyed hash of the PII.
    func issuerUser(piiIndex: String) throws -> SealedUser?

    /// Returns the person with this DID.
    func issuerUser(did: String) throws -> SealedUser?

    /// Stores a person, or replaces everything that is stored under the person's ID.
    /// - Throws: the database's error if another person has the PII or the DID.
    func saveIssuerUser(_ user: SealedUser) throws

    func deleteIssuerUser(_ userID: String) throws
}

/// A person's row. The record is encrypted, and the PII is a keyed hash.
package struct SealedUser: Sendable, Hashable {
    package let userID: String
    package let piiIndex: String?
    package let did: String?
    /// The encrypted record.
    package let record: [UInt8]

    /// Creates a row, which has a PII, a DID or both.
    package init(userID: String, piiIndex: String?, did: String?, record: [UInt8]) {
        self.userID = userID
        self.piiIndex = piiIndex
        self.did = did
        self.record = record
    }
}

/// The table of the issuer's offers.
package protocol OfferTable {
    /// Returns an offer, even if it has expired.
    func issueOffer(_ offerID: String) throws -> OfferRow?

    /// Stores a new offer.
    /// - Parameter piiIndex: the keyed hash of the PII of the only person who may accept the offer.
    func insertIssueOffer(_ offerID: String, planID: String, piiIndex: String?, validUntil: UTCInstant) throws

    /// Marks the offer as used by a transaction.
    /// - Returns: false if a transaction has used the offer, or if the offer does not exist.
    func takeIssueOffer(_ offerID: String, for txID: String) throws -> Bool

    /// Records that the wallet has received the credential.
    func completeIssueOffer(_ offerID: String) throws

    /// Deletes offers whose validity ended before a point in time, the oldest first.
    /// - Returns: the number of deleted offers.
    func deleteIssueOffers(validBefore end: UTCInstant, limit: Int) throws -> Int
}

/// An offer of the issuer (OpenDID sheet 5.7, step 0; 7.1). At most one credential is issued for it.
package struct OfferRow: Sendable, Hashable {
    package let offerID: String
    package let planID: String
    /// The keyed hash of the PII of the only person who may accept the offer. If it is `nil`, any user may accept it.
    package let piiIndex: String?
    package let validUntil: UTCInstant
    /// The transaction that issued a credential for the offer.
    package let txID: String?
    /// True if the wallet confirmed that it has received the credential.
    package let isCompleted: Bool

    /// True if no credential was issued for the offer yet.
    var isFree: Bool { txID == nil }

    /// The time for which a row is stored after the offer has expired. The result of an offer can be requested for one day (OpenDID sheet
    /// 5.1).
    static let memory: Duration = .seconds(86_400)

    /// Creates an offer's row.
    package init(
        offerID: String, planID: String, piiIndex: String?, validUntil: UTCInstant, txID: String?, isCompleted: Bool
    ) {
        self.offerID = offerID
        self.planID = planID
        self.piiIndex = piiIndex
        self.validUntil = validUntil
        self.txID = txID
        self.isCompleted = isCompleted
    }
}
