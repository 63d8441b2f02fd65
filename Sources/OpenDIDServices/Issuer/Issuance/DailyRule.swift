import GRDB
import OpenDID_DataModel

/// One person gets so many credentials within a day. What is known of a credential stays for ever, and a holder can ask for another as soon
/// as there is one.
struct DailyRule: Sendable {
    /// The issuer's name for the person.
    let userID: String
    /// ``ServiceLimits/credentialsPerDay``.
    let limit: Int

    /// - Throws: ``ServiceError`` 00302.
    func check(at now: UTCInstant, in db: Database) throws {
        guard try !CredentialRow.hasIssued(limit, to: userID, since: now.adding(seconds: -ServiceLimits.day), in: db) else {
            throw IssuerError.holderInvalid("the person got so many credentials within a day that there is none today")
        }
    }
}
