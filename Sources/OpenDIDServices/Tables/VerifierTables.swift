import OpenDID_DataModel

/// The verifier's own tables. The data of unfinished presentations is in the tables of transactions.
package protocol VerifierTables {
    /// Returns an offer, even if it has expired.
    func verifyOffer(_ offerID: String) throws -> VerifyOfferRow?

    /// Stores a new offer.
    /// - Parameter policyID: the ID by which the terminal named the policy, if it did.
    func insertVerifyOffer(
        _ offerID: String, txID: String, device: String, service: String, policyID: String?, validUntil: UTCInstant
    ) throws

    /// Records that a presentation was accepted.
    /// - Parameter claims: the presented claims, encrypted.
    /// - Returns: false if a presentation was accepted before, or if the offer does not exist.
    func acceptVerifyOffer(_ offerID: String, txID: String, claims: [UInt8], at now: UTCInstant) throws -> Bool

    /// Deletes the claims of presentations that were accepted before a point in time, the oldest first.
    /// - Returns: the number of offers whose claims were deleted.
    func deletePresentedClaims(acceptedBefore end: UTCInstant, limit: Int) throws -> Int

    /// Deletes offers whose validity ended before a point in time, the oldest first. Offers that still have claims are not deleted.
    /// - Returns: the number of deleted offers.
    func deleteVerifyOffers(validBefore end: UTCInstant, limit: Int) throws -> Int
}

/// An offer of the verifier with its result (OpenDID sheet 5.8, steps 0 and 6). At most one presentation is accepted for it.
package struct VerifyOfferRow: Sendable, Hashable {
    package let offerID: String
    /// The ID of the transaction that the terminal received with the offer.
    package let txID: String
    package let device: String
    package let service: String
    /// The ID by which the terminal named the policy, or `nil` if the terminal named the device and the service.
    package let policyID: String?
    package let validUntil: UTCInstant
    /// The ID of the transaction in which a presentation was accepted.
    package let answeredBy: String?
    /// The time at which the presentation was accepted.
    package let acceptedAt: UTCInstant?
    /// The presented claims, encrypted, or `nil` if they are not stored.
    package let sealedClaims: [UInt8]?

    /// Creates an offer's row.
    package init(
        offerID: String, txID: String, device: String, service: String, policyID: String?, validUntil: UTCInstant,
        answeredBy: String?, acceptedAt: UTCInstant?, sealedClaims: [UInt8]?
    ) {
        self.offerID = offerID
        self.txID = txID
        self.device = device
        self.service = service
        self.policyID = policyID
        self.validUntil = validUntil
        self.answeredBy = answeredBy
        self.acceptedAt = acceptedAt
        self.sealedClaims = sealedClaims
    }

    /// True if the claims have expired. This is so if the presentation was accepted before `moment`, or if none was accepted. The row may
    /// still contain expired claims, because expired rows are deleted in slices.
    func hasForgottenClaims(before moment: UTCInstant) -> Bool { acceptedAt.map { $0 < moment } ?? true }

    /// True if the whole offer has expired: its validity ended before `moment`, and its claims have expired too.
    func isForgotten(before moment: UTCInstant) -> Bool { validUntil < moment && hasForgottenClaims(before: moment) }
}
