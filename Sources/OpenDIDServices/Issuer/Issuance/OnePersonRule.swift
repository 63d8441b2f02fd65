import GRDB
import OpenDID_DataModel

/// One person, one DID: who only claims to be somebody gets nothing as long as that person has a credential.
///
/// The TAS says who a holder is, and may have believed no more than a user id. So a second DID of a person is refused while a credential of
/// the first is in force; it is free again when the holder has revoked the credential, or an operator the DID of a lost wallet.
struct OnePersonRule: Sendable {
    /// The issuer's name for the person.
    let userID: String
    /// The DID that asks.
    let holder: String

    /// - Throws: ``ServiceError`` 00302.
    func check(at now: UTCInstant, in db: Database, knowing ledger: LedgerView) throws {
        for credential in try CredentialRow.others(ofUser: userID, than: holder, in: db) {
            guard let meta = try ledger.meta(of: credential.vcID, in: db), meta.status != .REVOKED else { continue }
            if let end = meta.$validUntil, end < now { continue }
            guard let status = try ledger.status(of: credential.subject, in: db), status == .activated || status == .deactivated
            else { continue }
            throw IssuerError.holderInvalid("the person has a credential under another DID that is in use")
        }
    }
}
