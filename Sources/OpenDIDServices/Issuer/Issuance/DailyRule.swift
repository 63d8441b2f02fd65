import GRDB
import OpenDID_DataModel

/// Limits the credentials of one person within a day. The records of credentials are stored forever, and a holder can request another
/// credential at once.
struct DailyRule: Sendable {
    /// The issuer's ID of the person.
    let userID: String
    /// The limit, ``ServiceLimits/credentialsPerDay``.
    let limit: Int

    /// Checks the limit.
    /// - Throws: ``ServiceError`` 00302.
    func check(at now: UTCInstant, in db: Database) throws {
        guard try !CredentialRow.hasIssued(limit, to: userID, since: now - ServiceLimits.day, in: db)
        else {
            throw IssuerError.holderInvalid("the person got so many credentials within a day that there is none today")
        }
    }
}
