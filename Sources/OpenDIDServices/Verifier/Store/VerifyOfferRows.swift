import Foundation
import GRDB
import HeraldJSON
import OpenDID_DataModel

/// An offer of the verifier with its result (OpenDID sheet 5.8, steps 0 and 6). At most one presentation is accepted for it.
///
/// The claims are personal data. They are encrypted in the database, the description does not contain them, and they are deleted after the
/// terminal has had time to request them.
struct VerifyOfferRow: Sendable, Unprinted {
    let offerID: String
    /// The ID of the transaction that the terminal received with the offer.
    let txID: String
    let device: String
    let service: String
    /// The ID by which the terminal named the policy, or `nil` if the terminal named the device and the service.
    let policyID: String?
    let validUntil: UTCInstant
    /// The ID of the transaction in which a presentation was accepted.
    let answeredBy: String?
    /// The time at which the presentation was accepted.
    let acceptedAt: UTCInstant?
    /// The presented claims, or an empty list if they are not stored.
    let claims: [VerifiableCredential.Claim]

    static func find(_ offerID: String, in db: any ServiceRows, _ seal: StorageSeal) throws -> VerifyOfferRow? {
        try Row.fetchOne(
            db.cachedStatement(sql: "SELECT * FROM verifier_offer WHERE offer_id = ?"), arguments: [offerID]
        )
        .map { try VerifyOfferRow($0, seal) }
    }

    static func insert(
        offerID: String, txID: String, device: String, service: String, policyID: String?, validUntil: UTCInstant,
        in db: any ServiceRows
    ) throws {
        try db.executeCached(
            sql:
                "INSERT INTO verifier_offer (offer_id, tx_id, device, service, policy_id, valid_until) VALUES (?, ?, ?, ?, ?, ?)",
            arguments: [offerID, txID, device, service, policyID, validUntil.seconds])
    }

    /// Records that a presentation was accepted.
    /// - Returns: false if another presentation was accepted before, or if the offer does not exist.
    static func accept(
        _ offerID: String, txID: String, claims: [VerifiableCredential.Claim], now: UTCInstant, in db: any ServiceRows,
        _ seal: StorageSeal
    ) throws -> Bool {
        let sealed = try seal.seal(try JSONModelEncoder().canonicalBytes(claims), at: place(offerID))
        try db.executeCached(
            sql:
                "UPDATE verifier_offer SET answered_by = ?, accepted_at = ?, claims = ? WHERE offer_id = ? AND answered_by IS NULL",
            arguments: [txID, now.seconds, Data(sealed), offerID])
        return db.changesCount == 1
    }

    /// True if the claims have expired. This is so if the presentation was accepted before `moment`, or if none was accepted. The row may
    /// still contain expired claims, because expired rows are deleted in slices.
    func hasForgottenClaims(before moment: UTCInstant) -> Bool { acceptedAt.map { $0 < moment } ?? true }

    /// True if the whole offer has expired: its validity ended before `moment`, and its claims have expired too.
    func isForgotten(before moment: UTCInstant) -> Bool { validUntil < moment && hasForgottenClaims(before: moment) }

    private init(_ row: Row, _ seal: StorageSeal) throws {
        (offerID, txID) = (row["offer_id"], row["tx_id"])
        (device, service, policyID, answeredBy) = (row["device"], row["service"], row["policy_id"], row["answered_by"])
        validUntil = UTCInstant(seconds: row["valid_until"])
        acceptedAt = (row["accepted_at"] as Int64?).map { UTCInstant(seconds: $0) }
        let bytes: Data? = row["claims"]
        guard let bytes else {
            claims = []
            return
        }
        claims = try JSONModelDecoder().decode(
            [VerifiableCredential.Claim].self, from: seal.open([UInt8](bytes), at: Self.place(offerID)))
    }

    private static func place(_ offerID: String) -> String { "verifier/result/\(offerID)" }
}
